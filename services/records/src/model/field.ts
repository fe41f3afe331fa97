import type { Condition, ParsedFilter, TermValue } from './filter.ts';
import type { ReadContext, ReadNames } from './read-context.ts';
import type { z } from 'zod';
import type { ErrorCode, FieldDefinition, FieldOption, Message } from '@svc/contracts';
import type { ActivityDraft, ActivityRow } from './activity-row.ts';
import type { ConnectionItem } from './connection-item.ts';
import type { Nameable, NamedRecords } from './linked-records.ts';
import type { NamedPlaces, Point } from './places.ts';
import type { ResolvedUsers } from './person.ts';

/** A declared field of a post type, with the type that knows its behaviour. */
export interface Field {
  readonly key: string;
  readonly postType: string;
  readonly definition: FieldDefinition;
  readonly type: FieldType;
  /** The declared options of a select field, in their order; empty for other types. */
  readonly options: ReadonlyMap<string, FieldOption>;
  /** The field as it is declared, where its labels are in another language. */
  readonly declared?: Field;
}

/** The codes with which field types refuse, besides the operation's own (`create_post`, `update_post`). */
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

/** Why a field refuses a value. Without a code it is the operation's own. */
export interface FieldProblem {
  readonly code?: FieldErrorCode;
  readonly message: Message;
  /** A rule has added what is refused. */
  readonly isAdded?: boolean;
}

/** A parsed value, or why it was refused. */
export type Parsed<Change> = { readonly change: Change } | { readonly problem: FieldProblem };

/** How records are counted by the values of a field: each value is a bucket. */
export interface FieldBuckets<Value = unknown> {
  /** Where the value is in each entry of what is stored; without it the entries, or what is stored, are the values. */
  readonly at?: string;
  /** What the label of a value names. */
  names?(value: Value): Partial<ReadNames>;
  /** A value as filters of the field take it, and what people read for it. */
  show(value: Value, field: Field, context: ReadContext): { readonly value: string; readonly label: Message };
}

/** How a field changed, as events tell it. */
export type FieldDelta =
  | { readonly before: unknown; readonly after: unknown }
  | { readonly added: readonly unknown[]; readonly removed: readonly unknown[] };

/** What a written value refers to and must be looked up: users, records, places. */
export interface References {
  readonly userIds?: readonly number[];
  readonly emails?: readonly string[];
  readonly records?: readonly RecordReference[];
  /** Rows of the location grid by id, and points whose row is wanted. */
  readonly gridIds?: readonly number[];
  readonly points?: readonly Point[];
}

/** Records of one type by id, exact title, or the e-mail of the user whom a contact represents. */
export interface RecordReference extends Nameable {
  readonly ids: readonly number[];
  readonly titles: readonly string[];
  readonly emails: readonly string[];
  /** A rule refers to them and not the caller: they only have to exist. */
  readonly isAdded: boolean;
}

/** What was found for the references of a write. */
export interface ResolvedReferences {
  readonly users: ResolvedUsers;
  /** Those that the caller refers to and may pick, and those that rules have added. */
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

/**
 * Everything the service knows about one type of field. `Stored` is what a record keeps, `Change` what a write asks for;
 * a change is parsed once and may be applied again to a newer version of the record. A capability that is absent is a
 * refusal: a type without `filter` cannot be filtered.
 */
export interface FieldType<Stored = unknown, Change = unknown> {
  /** The type's name in declarations and settings. */
  readonly name: string;
  /** What a declaration of this type needs besides the attributes of every field. */
  readonly declaration?: z.ZodType;
  /** The list of the settings object that shows fields of this type once more. */
  readonly settingsList?: 'channels' | 'connection_types';
  /**
   * Where values are kept: in the record itself, or as edges that both records share. A field that is declared `private`
   * is kept per user, whatever its type; `always private` types are so in every declaration.
   */
  readonly storage?: 'record' | 'edges' | 'always private';
  /** Clients cannot write it: another endpoint does. */
  readonly readOnly?: boolean;

  /** Parses a written value. Absent keys never get here; null and "" do. */
  parse(input: unknown, field: Field): Parsed<Change>;
  /** Marks what a rule has added to the change that the request asks for. Without it there is no difference. */
  markAdded?(change: Change, requested: Change | undefined): Change;
  /** What the change refers to. */
  references?(change: Change, field: Field, record: WrittenRecord): References;
  /** Completes a change with what its references resolved to, or refuses it. */
  resolve?(change: Change, found: ResolvedReferences, field: Field, record: WrittenRecord): Parsed<Change>;
  /** Checks a change against the stored value, for example whether the entry that it changes exists. */
  check?(before: Stored | undefined, change: Change, field: Field): FieldProblem | undefined;
  /** The stored value after a change, which the request asks for or a rule has added; undefined is unset. */
  apply(before: Stored | undefined, change: Change, field: Field, isAdded?: boolean): Stored | undefined;
  /**
   * What is left of a change that must not overwrite (`do_not_overwrite_existing_fields`): undefined is nothing. Without
   * it the change stays as it is.
   */
  keepExisting?(before: Stored | undefined, change: Change, field: Field): Change | undefined;
  /** The change that adds the value of another record when two are merged. Without it the primary record keeps its own. */
  mergeFrom?(given: Stored, before: Stored | undefined, field: Field): Change;
  /**
   * Conditions on records that hold the same value, one for each value of a change: by them `check_for_duplicates` finds a
   * record.
   */
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

  /** The read shape (docs/reading-a-record.md#what-a-field-reads); undefined leaves the key out. */
  read(stored: Stored | undefined, field: Field, context: ReadContext): unknown;
  /** Users whose names the read shape needs. */
  userIdsOf?(stored: Stored): readonly number[];
  /** Rows of the location grid whose labels the read shape needs. */
  placesOf?(stored: Stored): readonly number[];
  /** Records whose names the read shape needs. */
  recordsOf?(stored: Stored): readonly number[];
  /** Keys of the files that the value holds: they go where it goes, and the addresses that are read of them expire. */
  filesOf?(stored: Stored): readonly string[];
  /** Texts by which the record is found in the global search. */
  searchTexts?(stored: Stored): readonly string[];
  /** Texts by which records are possible duplicates: those that have one of them in common. */
  duplicateKeys?(stored: Stored): readonly string[];

  /** Its values have points on the map, `lat` and `lng` of each. */
  readonly hasPoints?: boolean;
  /** Parses the operand of a filter (docs/list-query.md#filters). */
  filter?(operand: unknown, field: Field): ParsedFilter;
  /** The condition that a text of the value matches the pattern, for searches in this field. */
  contains?(pattern: RegExp, path: string): Condition;
  /**
   * The values by which the index of lists finds the record: what filters for membership ask for. `lineage` is what a row of
   * the location grid lies in, and itself.
   */
  filterTerms?(stored: Stored, lineage: (gridId: number) => readonly number[]): readonly TermValue[];
  /** What records are sorted by; undefined when the value has none. */
  sortKey?(stored: Stored, field: Field): string | number | undefined;
  /** What unset sorts as. Without it unset comes last in both directions. */
  sortKeyWhenUnset?(field: Field): string | number;

  /** Its values are texts, one of them or a list of them stored, that are offered again where the next record gets one. */
  readonly offersValues?: boolean;
  /** Settings list the values in use as the field's `default`: there are no others to choose from. */
  readonly listsValuesInUse?: boolean;
  /** How lists are split by its values. */
  readonly buckets?: FieldBuckets<never>;
  /** How values travel to another installation. */
  readonly transfer?: FieldTransfer<Stored>;

  /** How the value changed, for events. Only asked when it did. */
  delta(before: Stored | undefined, after: Stored | undefined): FieldDelta;
  /** History rows for a change. Only asked when the value did change. */
  activity(before: Stored | undefined, after: Stored | undefined, field: Field): readonly ActivityDraft[];
  /** The text the history shows for a row (docs/history.md#what-is-recorded); "" hides the row. */
  note(row: NotedRow, field: Field, context: ReadContext): Message;
  /**
   * Adapts the entries of a write that reverts changes to the value that is stored now. Without it they are written as the
   * history rows have them.
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

/** A change of another field of the same record; none where that field is of another type, or kept elsewhere. */
export interface SideEffect {
  readonly key: string;
  readonly typeName: string;
  readonly change: unknown;
}

/** What notes are made from. */
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

/** Values as installations send them to each other: under each key what was stored there (docs/transfer.md#sending). */
export type Meta = Readonly<Record<string, unknown>>;

/** How the values of a type travel to another installation. Without it they stay where they are. */
export interface FieldTransfer<Stored = unknown> {
  /** The value as it is sent. */
  send(stored: Stored, field: Field): Meta;
  /** Whether a key that came in, and is no field's own, belongs to this field. Without it none does. */
  owns?(key: string, field: Field): boolean;
  /** The write that makes the value of what came in under the keys of this field; undefined where there is nothing to write. */
  receive(meta: Meta, field: Field): unknown;
}
