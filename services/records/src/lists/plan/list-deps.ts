import type { ReadDeps } from '../../read/read-deps.ts';
import type { Collections } from '../../store/collections.ts';
import type { RecordChanges } from '../../store/record-changes.ts';
import type { KnownListKeys } from '../cache/known-list-keys.ts';
import type { KnownPages } from '../cache/known-pages.ts';
import type { KnownShared } from '../cache/known-shared.ts';
import type { KnownTotals } from '../cache/known-totals.ts';
import type { TooMany } from '../cache/too-many.ts';
import type { Walks } from '../cache/walks.ts';

/** What lists work with. */
export interface ListDeps extends ReadDeps, Pick<Collections, 'locations'> {
  readonly recordChanges: RecordChanges;
  readonly tooMany: TooMany;
  /** By what lists see and order records. */
  readonly listKeys: KnownListKeys;
  /** What is shared with the callers of lists. */
  readonly shared: KnownShared;
  /** How many records lists have, as far as that is known. */
  readonly totals: KnownTotals;
  /** First pages of lists, as far as they are known. */
  readonly pages: KnownPages;
  readonly walks: Walks;
}
