import type { ConnectionItem } from '../connection-item.ts';
import type { Nameable, NamedRecords } from '../linked-records.ts';
import type { ResolvedUsers } from '../person.ts';
import type { NamedPlaces, Point } from '../places.ts';
import type { DeclaredField } from './declared-field.ts';
import type { FieldProblem, Parsed } from './problem.ts';

/**
 * How values of a type are written. `Stored` is the stored value, `Change` a requested write; a change is parsed once and may be applied
 * again to a newer version of the record.
 */
export interface WriteGroup<Stored, Change> {
  /** Clients cannot write the field in updates of the record: another endpoint does. */
  readonly readOnly?: boolean;
  /** Parses a written value, which may be null or "" but not absent. */
  parse(input: unknown, field: DeclaredField): Parsed<Change>;
  /** Marks the parts of a change that a rule has added to the requested change. Absent if the type treats both alike. */
  markAdded?(change: Change, requested: Change | undefined): Change;
  references?(change: Change, field: DeclaredField, record: WrittenRecord): References;
  /** Completes a change with what its references resolved to, or refuses it. */
  resolve?(
    change: Change,
    found: ResolvedReferences,
    field: DeclaredField,
    record: WrittenRecord,
  ): Parsed<Change>;
  /** Checks a change against the stored value, for example whether the entry that it changes exists. */
  check?(before: Stored | undefined, change: Change, field: DeclaredField): FieldProblem | undefined;
  /** The stored value after a change, which the request asks for or a rule has added; undefined is unset. */
  apply(
    before: Stored | undefined,
    change: Change,
    field: DeclaredField,
    isAdded?: boolean,
  ): Stored | undefined;
  /**
   * The part of a change that does not overwrite existing values (`do_not_overwrite_existing_fields`); undefined for nothing. Without this
   * method the whole change is applied.
   */
  keepExisting?(before: Stored | undefined, change: Change, field: DeclaredField): Change | undefined;
  /** The change that adds the duplicate's value in a merge. Without this method the primary record keeps its own value. */
  mergeFrom?(given: Stored, before: Stored | undefined, field: DeclaredField): Change;
  /** Changes of other fields of the record that follow from this change. */
  sideEffects?(
    before: Stored | undefined,
    after: Stored | undefined,
    field: DeclaredField,
    change: Change,
  ): readonly SideEffect[];
  /** Users who get the record shared because this value names them. */
  sharesWith?(stored: Stored): readonly number[];
  /** The change for events. Only called if the value did change. */
  delta(before: Stored | undefined, after: Stored | undefined): FieldDelta;
}

/** Users, records and places that a written value refers to and that must be looked up. */
export interface References {
  readonly userIds?: readonly number[];
  readonly emails?: readonly string[];
  readonly records?: readonly RecordReference[];
  /** Ids of location grid rows, and points whose row is to be found. */
  readonly gridIds?: readonly number[];
  readonly points?: readonly Point[];
}

/** Records of one type by id, exact title, or the e-mail of the user whom a contact represents. */
export interface RecordReference extends Nameable {
  readonly ids: readonly number[];
  readonly titles: readonly string[];
  readonly emails: readonly string[];
  /** Whether a rule refers to them and not the caller: then they only have to exist. */
  readonly isAdded: boolean;
}

/** The resolved references of a write. */
export interface ResolvedReferences {
  readonly users: ResolvedUsers;
  /** Records that the caller refers to and may pick, and records that rules have added. */
  readonly records: { readonly picked: NamedRecords; readonly added: NamedRecords };
  readonly places: NamedPlaces;
}

/** The record whose field is written. */
export interface WrittenRecord {
  /** 0 while it is new. */
  readonly id: number;
  /** Field key → the first connections of a connection field. */
  readonly connected: Readonly<Record<string, readonly ConnectionItem[]>>;
}

/** A record that is new. */
export const unwritten: WrittenRecord = { id: 0, connected: {} };

/** A change of another field of the same record; ignored if that field has another type or is not stored in the record. */
export interface SideEffect {
  readonly key: string;
  readonly typeName: string;
  readonly change: unknown;
}

/** The change of a field, as events contain it. */
export type FieldDelta =
  | { readonly before: unknown; readonly after: unknown }
  | { readonly added: readonly unknown[]; readonly removed: readonly unknown[] };
