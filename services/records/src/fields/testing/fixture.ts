import type { FieldDefinition } from '@svc/contracts';

/** What the conformance suite needs to know of a field type. */
export interface FieldFixture {
  /** Attributes of the field under test besides its name and type. */
  readonly definition?: Partial<FieldDefinition>;
  /** Written values and what is read back; the first is written to an unset field, the others after it, in order. */
  readonly roundTrips: readonly {
    readonly write: unknown;
    readonly read: unknown;
    readonly note?: string | readonly string[];
  }[];
  /** A write that unsets the field, what is read then, and the note of it. */
  readonly clear: {
    readonly write: unknown;
    readonly read: unknown;
    readonly note?: string | readonly string[];
  };
  /** Values that are refused, by what is wrong with them, and the message. */
  readonly refused: Readonly<Record<string, { readonly write: unknown; readonly message: string | RegExp }>>;
  /** Values in the order in which a list shows them ascending; undefined is unset. Absent when lists can't sort by it. */
  readonly ascending?: readonly unknown[];
  /** Texts by which the first round trip's value is found. */
  readonly found?: readonly string[];
}
