import type { Condition, ParsedFilter, TermValue } from './filter.ts';
import type { ReadContext, ReadNames } from './read-context.ts';
import type { z } from 'zod';
import type { ErrorCode, FieldDefinition, FieldOption, Message } from '@svc/contracts';
import type { ActivityDraft, ActivityRow } from './activity-row.ts';
import type { ConnectionItem } from './connection-item.ts';
import type { Nameable, NamedRecords } from './linked-records.ts';
import type { Lineage, NamedPlaces, Point } from './places.ts';
import type { ResolvedUsers } from './person.ts';

/** A declared field of a post type. */
export interface Field {
  readonly key: string;
  readonly postType: string;
  readonly definition: FieldDefinition;
  readonly type: FieldType;
  /** The declared options of a select field, in their order; empty for other types. */
  readonly options: ReadonlyMap<string, FieldOption>;
  /** The field as declared, if this one has labels in another language. */
  readonly declared?: Field;
}

/** Error codes of field types, in addition to the operation's own (`create_post`, `update_post`). */
export type FieldErrorCode = Extract<
  ErrorCode,
  | 'update_multi_select_fields'
  | 'update_post_contact_methods'
  | 'update_post_user_select'
  | 'update_connections'
  | 'add_connection_to_post'
  | 'remove_connection_from_post'
  | 'update_location_grid_fields'
  | 'update_post_link_fields'
  | 'update_post_user_meta_fields'
>;

/** Why a field refuses a value. Without a code the operation's own is used. */
export interface FieldProblem {
  readonly code?: FieldErrorCode;
  readonly message: Message;
  /** Whether the refused value was added by a rule and not sent by the client. */
  readonly isAdded?: boolean;
}

/** A parsed value, or why it was refused. */
export type Parsed<Change> = { readonly change: Change } | { readonly problem: FieldProblem };

/** How the records of a list are grouped by the values of a field: one bucket per value. */
export interface FieldBuckets<Value = unknown> {
  /** The form of groups in aggregations (docs/guides/numbers.md#groups); absent if lists cannot be aggregated by the field. */
  readonly groups?: 'values' | 'dates' | 'places';
  /** Path of the value within each stored entry; absent if the entries, or the whole stored value, are the values. */
  readonly at?: string;
  /** The value that counts in aggregations for a record without one. */
  unset?(field: Field): unknown;
  /** Users, records and places whose names the label of a value needs. */
  names?(value: Value): Partial<ReadNames>;
  /** The value as filters of the field take it, and its label. */
  show(value: Value, field: Field, context: ReadContext): { readonly value: string; readonly label: Message };
}

/** The change of a field, as events contain it. */
export type FieldDelta =
  | { readonly before: unknown; readonly after: unknown }
  | { readonly added: readonly unknown[]; readonly removed: readonly unknown[] };

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

/** The name of the form in which a field's values are stored. */
export function formOf({ type }: Pick<Field, 'type'>): string {
  return type.storedLike ?? type.name;
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

/**
 * The behaviour of one type of field. `Stored` is the stored value, `Change` a requested write; a change is parsed once and may be applied
 * again to a newer version of the record. A type lacks the capability of an absent method: without `filter` its fields cannot be filtered.
 */
export interface FieldType<Stored = unknown, Change = unknown> {
  /** The type's name in declarations and settings. */
  readonly name: string;
  /** Schema of the attributes that a declaration of this type needs in addition to those of every field. */
  readonly declaration?: z.ZodType;
  /** Attributes of which the service makes use in fields of this type and of others that list them. */
  readonly attributes?: readonly string[];
  /** Whether `default` declares the options of the field, and not its value while it is unset. */
  readonly hasOptions?: boolean;
  /** The BSON type of stored values; numbers of any width are `number`. Absent where the values are not stored in the record. */
  readonly storedAs?: 'string' | 'number' | 'bool' | 'array';
  /** The type that stores its values in the same form, so that a field may change from one to the other. */
  readonly storedLike?: string;
  /** The stored value as plain values, from which a field of another type can be written. Values of other types cannot be converted. */
  plainValues?(stored: Stored): readonly (string | number | boolean)[];
  /** The list of the settings object in which fields of this type appear as well. */
  readonly settingsList?: 'channels' | 'connection_types';
  /**
   * Where values are stored: in the record itself, or as edges that both records share. A field that is declared `private` is stored per
   * user, whatever its type; fields of `always private` types are private in every declaration.
   */
  readonly storage?: 'record' | 'edges' | 'always private';
  /** Clients cannot write the field in updates of the record: another endpoint does. */
  readonly readOnly?: boolean;

  /** Parses a written value, which may be null or "" but not absent. */
  parse(input: unknown, field: Field): Parsed<Change>;
  /** Marks the parts of a change that a rule has added to the requested change. Absent if the type treats both alike. */
  markAdded?(change: Change, requested: Change | undefined): Change;
  references?(change: Change, field: Field, record: WrittenRecord): References;
  /** Completes a change with what its references resolved to, or refuses it. */
  resolve?(change: Change, found: ResolvedReferences, field: Field, record: WrittenRecord): Parsed<Change>;
  /** Checks a change against the stored value, for example whether the entry that it changes exists. */
  check?(before: Stored | undefined, change: Change, field: Field): FieldProblem | undefined;
  /** The stored value after a change, which the request asks for or a rule has added; undefined is unset. */
  apply(before: Stored | undefined, change: Change, field: Field, isAdded?: boolean): Stored | undefined;
  /**
   * The part of a change that does not overwrite existing values (`do_not_overwrite_existing_fields`); undefined for nothing. Without this
   * method the whole change is applied.
   */
  keepExisting?(before: Stored | undefined, change: Change, field: Field): Change | undefined;
  /** The change that adds the duplicate's value in a merge. Without this method the primary record keeps its own value. */
  mergeFrom?(given: Stored, before: Stored | undefined, field: Field): Change;
  /** Conditions on records that hold the same value, one for each value of a change; `check_for_duplicates` finds records by them. */
  sameAs?(change: Change, field: Field, path: string): readonly Condition[];
  /** Changes of other fields of the record that follow from this change. */
  sideEffects?(
    before: Stored | undefined,
    after: Stored | undefined,
    field: Field,
    change: Change,
  ): readonly SideEffect[];
  /** Users who get the record shared because this value names them. */
  sharesWith?(stored: Stored): readonly number[];

  /** The read shape (docs/guides/reading-a-record.md#fields-in-an-answer); undefined leaves the key out. */
  read(stored: Stored | undefined, field: Field, context: ReadContext): unknown;
  /** Users whose names the read shape needs. */
  userIdsOf?(stored: Stored): readonly number[];
  /** Rows of the location grid whose labels the read shape needs. */
  placesOf?(stored: Stored): readonly number[];
  /** Records whose names the read shape needs. */
  recordsOf?(stored: Stored): readonly number[];
  /** Keys of the files that the value holds: they move with the value, and the URLs in its read shape expire. */
  filesOf?(stored: Stored): readonly string[];
  /** Texts by which the record is found in the global search. */
  searchTexts?(stored: Stored): readonly string[];
  /** Texts that make records possible duplicates of each other when both have one of them. */
  duplicateKeys?(stored: Stored): readonly string[];

  /** Whether its values have points on the map: `lat` and `lng` of each. */
  readonly hasPoints?: boolean;
  /** Parses the operand of a filter (docs/reference/list-query.md#filters). */
  filter?(operand: unknown, field: Field): ParsedFilter;
  /** The condition that a text in the value matches the pattern, for text searches in this field. */
  contains?(pattern: RegExp, path: string): Condition;
  /**
   * The values by which lists find the record through an index, for filters that ask whether a field has a value.
   */
  filterTerms?(stored: Stored, lineage: Lineage): readonly TermValue[];
  /** The key by which records are sorted; undefined if the value has none. */
  sortKey?(stored: Stored, field: Field): string | number | undefined;
  /** The sort key of an unset field. Without this method unset fields come last in both directions. */
  sortKeyWhenUnset?(field: Field): string | number;

  /** Whether its values are texts (one, or a list) that are offered for selection in other records. */
  readonly offersValues?: boolean;
  /** Whether the settings list the values in use as the field's `default`, since none are declared. */
  readonly listsValuesInUse?: boolean;
  /** The default as settings show it, for declared ones that stand for a value of the moment. */
  readonly shownDefault?: (declared: unknown) => unknown;
  /** How lists are split by the values of the field. */
  readonly buckets?: FieldBuckets<never>;
  /** How values are sent to another installation. Without it they are not sent. */
  readonly transfer?: FieldTransfer<Stored>;

  /** The change for events. Only called if the value did change. */
  delta(before: Stored | undefined, after: Stored | undefined): FieldDelta;
  /** History rows of a change. Only called if the value did change. */
  activity(before: Stored | undefined, after: Stored | undefined, field: Field): readonly ActivityDraft[];
  /** The text the history shows for a row (docs/guides/history.md#rows); "" hides the row. */
  note(row: NotedRow, field: Field, context: ReadContext): Message;
  /**
   * Adapts the entries of a write that reverts changes to the current stored value. Without this method they are written as the history
   * rows contain them.
   */
  revertEntries?(
    entries: readonly Readonly<Record<string, unknown>>[],
    stored: Stored | undefined,
  ): readonly unknown[];
  /** Users whose names the note of a row needs. */
  userIdsOfRow?(row: NotedRow): readonly number[];
  /** Records and rows of the location grid whose names the note of a row needs. */
  recordsOfRow?(row: NotedRow): readonly number[];
  placesOfRow?(row: NotedRow): readonly number[];
}

/** A change of another field of the same record; ignored if that field has another type or is not stored in the record. */
export interface SideEffect {
  readonly key: string;
  readonly typeName: string;
  readonly change: unknown;
}

/** The parts of a history row from which its note is made. */
export type NotedRow = Pick<
  ActivityRow,
  'recordId' | 'action' | 'metaKey' | 'metaValue' | 'oldValue' | 'objectNote'
>;

/** A refusal with the operation's own code. */
export function problem(message: Message, code?: FieldProblem['code']): { problem: FieldProblem } {
  return { problem: code ? { code, message } : { message } };
}

const maxShownLength = 80;

/** Shows a received value in an error message: short, on one line. */
export function shown(input: unknown): Message {
  const text = typeof input === 'string' ? input : (JSON.stringify(input) ?? String(input));
  const line = text.slice(0, maxShownLength).replaceAll(/\s+/g, ' ').toWellFormed();
  return text.length > maxShownLength ? `${line}…` : line;
}

/** Values as installations send them to each other: the stored values by meta key (docs/guides/transfer.md#sending). */
export type Meta = Readonly<Record<string, unknown>>;

/** How the values of a type are sent to another installation and received from it. */
export interface FieldTransfer<Stored = unknown> {
  send(stored: Stored, field: Field): Meta;
  /** Whether a received key that is not the key of a field belongs to this field. Without this method none does. */
  owns?(key: string, field: Field): boolean;
  /** The write for the values received under the keys of this field; undefined if there is nothing to write. */
  receive(meta: Meta, field: Field): unknown;
}
