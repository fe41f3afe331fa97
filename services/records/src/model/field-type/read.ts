import type { ReadContext } from '../read-context.ts';
import type { DeclaredField } from './declared-field.ts';

/** How stored values of a type are shown, and the names that this needs. */
export interface ReadGroup<Stored> {
  /** The read shape (docs/guides/reading-a-record.md#fields-in-an-answer); undefined leaves the key out. */
  shape(stored: Stored | undefined, field: DeclaredField, context: ReadContext): unknown;
  /** Users whose names the read shape needs. */
  userIdsOf?(stored: Stored): readonly number[];
  /** Records whose names the read shape needs. */
  recordsOf?(stored: Stored): readonly number[];
  /** Rows of the location grid whose labels the read shape needs. */
  placesOf?(stored: Stored): readonly number[];
  /** Keys of the files that the value holds: they move with the value, and the URLs in its read shape expire. */
  filesOf?(stored: Stored): readonly string[];
  /** The default as settings show it, for declared ones that stand for a value of the moment. */
  readonly shownDefault?: (declared: unknown) => unknown;
}
