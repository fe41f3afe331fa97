import type { FieldDefinition } from '@svc/contracts';
import type { FieldErrorCode } from '../../model/field-type/problem.ts';

/**
 * What the conformance suite needs to know of a field type that clients write. A written value that is a function is given
 * what was read before, for ids that only an answer tells.
 */
export interface FieldFixture {
  /** Attributes of the field under test besides its name and type. */
  readonly definition?: Partial<FieldDefinition>;
  /** Written values and what is read back; the first is written to an unset field, the others after it, in order. */
  readonly roundTrips: readonly RoundTrip[];
  /** A write that unsets the field after those, what is read then, and the note of it. */
  readonly clear: RoundTrip;
  /** How writes to a type with several values are put together; not there for a type with one. */
  readonly merges?: Readonly<Record<'add' | 'delete' | 'force_values', Merge>>;
  /** Writes that must not overwrite, by what they show; there when the type has something to keep. */
  readonly keepsExisting?: Readonly<Record<string, Merge>>;
  /** Values that are refused, by what is wrong with them, and the message. */
  readonly refused: Readonly<Record<string, Refusal>>;
  /** The codes of its refusals; without it they are those of the operation. */
  readonly refusedWith?: readonly FieldErrorCode[];
  /** That a declaration cannot make it private. */
  readonly isNeverPrivate?: true;
  /** That it is private in every declaration. */
  readonly isAlwaysPrivate?: true;
  /** Values in the order in which a list shows them ascending; undefined is unset. Absent when lists can't sort by it. */
  readonly ascending?: readonly unknown[];
  /** Texts by which the first round trip's value is found. */
  readonly found?: readonly string[];
  /** Operands of filters that are understood and refused; without it lists cannot be filtered by the type. */
  readonly filters?: FilterFixture;
}

/** What a field type makes of the operands of filters. */
export interface FilterFixture {
  /** Operands that records without the field meet. */
  readonly metByUnset: readonly unknown[];
  /** Operands that they do not meet. */
  readonly others: readonly unknown[];
  /** Operands that are none, by what is wrong with them, and the message. */
  readonly refused: Readonly<Record<string, readonly [operand: unknown, message: string | RegExp]>>;
}

/** What the conformance suite needs to know of a field type that clients only read. */
export interface ReadOnlyFixture {
  readonly definition?: Partial<FieldDefinition>;
  /** Stored values, what is read of them, and what the history notes when it is set. */
  readonly stored: readonly { readonly value: unknown; readonly read: unknown; readonly note?: string }[];
  readonly filters?: FilterFixture;
}

/** A written value, what is read then, and the notes of the history; without `note` those are not looked at. */
export type RoundTrip = readonly [write: unknown, read: unknown, note?: string | readonly string[]];

/** Writes in their order, and what is read after the last of them, `write`. */
export type Merge = readonly [before: readonly unknown[], write: unknown, read: unknown];

/** A refused value, the message, and what is written first where the refusal depends on what is there. */
export type Refusal = readonly [write: unknown, message: string | RegExp, before?: readonly unknown[]];
