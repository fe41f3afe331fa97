/**
 * The forms of a field: in an answer, in a write and as the operand of a filter (docs/guides/writing-a-record.md#values-of-a-field). No value
 * has this type; `RecordOf` and the other types of `schema.ts` derive the types of a post type from its fields.
 */
export interface Field<Read = unknown, Write = unknown, Filter = unknown> {
  readonly read: Read;
  /** `never` for fields that no write takes. */
  readonly write: Write;
  /** `never` for fields by which no list can be filtered. */
  readonly filter: Filter;
}

/** A field of a type that this version of the client does not know. */
export type OtherField = Field;

/** A field that a create must give a value. */
export type RequiredField<Type extends Field> = Type & { readonly isRequired: true };

/** A field that every answer has: without a value it reads as its default, or as `[]`. */
interface AlwaysShown {
  readonly isAlwaysShown: true;
}

/** A field by which lists can be sorted. */
interface Sortable {
  readonly isSortable: true;
}

/** A field by whose values records are grouped, with its value as a group. */
interface Groupable<Value> {
  readonly groupValue: Value;
}

/** Operands of texts: `x` matches anywhere, `^x` is exactly x, `*` is any text, `-x` excludes; `[]` is unset. */
type TextOperands = readonly string[];

/** The name of a record; its filter also takes one text, in which blanks match anything. */
export type NameField = Field<string, string, string | TextOperands> & Sortable;

/** One line of text, or several. */
export type TextField = Field<string, string | number | null, TextOperands> & Sortable;

/** A number. */
export type NumberField = Field<
  number,
  number | null,
  number | { readonly operator: '<' | '>' | '<=' | '>=' | '='; readonly number: number }
> &
  Sortable;

/** A switch, which reads as its default while it is unset. */
export type BooleanField = Field<boolean, boolean | null, readonly boolean[]> &
  Sortable &
  AlwaysShown &
  Groupable<boolean>;

/** One of several options. */
export type KeySelectField<Option extends string = string> = Field<
  Choice<Option>,
  Option | null,
  readonly (Option | `-${Option}` | 'none')[]
> &
  Sortable &
  Groupable<Option>;

/** Some of several options. */
export type MultiSelectField<Option extends string = string> = Field<
  readonly Option[],
  Changes<Option>,
  readonly (Option | `-${Option}`)[]
> &
  Sortable &
  Groupable<Option>;

/** Words that users choose freely. */
export type TagsField = Field<readonly string[], Changes<string>, readonly string[]> &
  Sortable &
  Groupable<string>;

/** A date, in UTC. Writes take `yyyy-mm-dd` or Unix seconds; filters include both days. */
export type DateField = Field<
  DateValue,
  string | number | null,
  { readonly start?: string; readonly end?: string } | readonly string[]
> &
  Sortable &
  Groupable<string>;

/** A user. Writes take their id, `user-<id>` or e-mail address. */
export type UserSelectField = Field<UserValue, number | string | null, readonly UserOperand[]> &
  Sortable &
  Groupable<number>;

/** Records of a post type. Writes take their ids or titles. */
export type ConnectionField<PostType extends string = string> = Field<
  readonly Connection<PostType>[],
  { readonly values: readonly ConnectionChange[]; readonly force_values?: boolean },
  readonly ConnectionOperand[]
> &
  Sortable &
  AlwaysShown;

/** Telephone numbers, addresses and the like. */
export type ChannelField = Field<
  readonly Channel[],
  readonly ChannelChange[] | { readonly values: readonly ChannelChange[]; readonly force_values?: boolean },
  TextOperands
> &
  Sortable;

/** Web addresses of some kinds. */
export type LinkField<Kind extends string = string> = Field<
  readonly { readonly type: Kind; readonly value: string; readonly meta_id: string }[],
  {
    readonly values: readonly ({ readonly type: Kind; readonly value: string } | RemovedLink)[];
    readonly force_values?: boolean;
  },
  never
> &
  Sortable;

interface RemovedLink {
  readonly meta_id: string;
  readonly type?: string;
  readonly value?: string;
  readonly delete?: boolean;
}

/** Rows of the location grid. Filters find a place and everything in it. */
export type LocationField = Field<
  readonly { readonly id: string; readonly label: string }[],
  Changes<number | string>,
  readonly (number | `${number}`)[]
> &
  Sortable &
  Groupable<number>;

/** Places with a point and a label of their own (docs/guides/locations.md#fields). */
export type LocationMetaField = Field<
  readonly Place[],
  { readonly values: readonly PlaceChange[]; readonly force_values?: boolean },
  never
>;

/** Tasks of the caller. */
export type TaskField = Field<readonly Task[], { readonly values: readonly TaskChange[] }, never>;

/** A JSON array or object. */
export type ArrayField = Field<unknown, unknown, never>;

/** One picture. It is uploaded: `files(id).upload`. */
export type ImageField = Field<Picture, never, readonly ['*']> & HoldsFiles;

/** Several files. They are uploaded: `files(id).upload`. */
export type FileUploadField = Field<readonly StoredFile[], never, readonly ['*']> & HoldsFiles;

interface HoldsFiles {
  readonly holdsFiles: true;
}

/** An option in an answer. */
export interface Choice<Option extends string = string> {
  readonly key: Option;
  readonly label: string;
}

/** A date in an answer: Unix seconds as text, and `yyyy-mm-dd`; of a datetime also the time. */
export interface DateValue {
  readonly timestamp: string;
  readonly formatted: string;
}

/** A user in an answer. */
export interface UserValue {
  readonly id: string;
  readonly type: 'user';
  readonly display: string;
  readonly 'assigned-to': `user-${number}`;
}

/** A connected record in an answer. */
export interface Connection<PostType extends string = string> {
  readonly ID: number;
  readonly post_type: PostType;
  readonly post_title: string;
  readonly post_date: string;
  readonly post_date_gmt: string;
  readonly meta?: Readonly<Record<string, string>>;
}

/** An entry of a communication channel in an answer. */
export interface Channel {
  readonly key: string;
  readonly value: string;
  readonly verified: boolean;
  readonly [attribute: string]: unknown;
}

/** A picture in an answer: addresses that expire. */
export interface Picture {
  readonly thumb: string;
  readonly large: string;
  readonly full: string;
}

/** A file in an answer. Addresses expire; only pictures have thumbnails. */
export interface StoredFile {
  readonly key: string;
  readonly name: string;
  readonly type: string;
  readonly size: number;
  readonly uploaded_at: number;
  readonly url?: string;
  readonly thumbnail_url?: string;
  readonly large_thumbnail_url?: string;
}

/** A place in an answer, with numbers as text. */
export interface Place {
  readonly grid_meta_id: string;
  readonly grid_id: string;
  readonly lng: string;
  readonly lat: string;
  readonly level: string;
  readonly source: string;
  readonly label: string;
}

/** A task in an answer. */
export interface Task {
  readonly id: string;
  readonly value: unknown;
  readonly date?: string;
  readonly category?: string;
}

/** A change of a field with several values: `add`, `remove` and `replaceWith` make it. */
export interface Changes<Value> {
  readonly values: readonly { readonly value: Value; readonly delete?: boolean }[];
  /** Whether all values that are not named are removed. */
  readonly force_values?: boolean;
}

/** A new connection, a change of its meta, or with `delete` its removal. */
export interface ConnectionChange {
  /** The id, the title or, for users, the e-mail address of a record. */
  readonly value: number | string;
  readonly delete?: boolean;
  readonly meta?: Readonly<Record<string, string>>;
}

/** A new entry of a channel; with `key` a change of one, and with `delete` its removal. */
export interface ChannelChange {
  readonly value?: string;
  readonly key?: string;
  readonly delete?: boolean;
  readonly verified?: boolean;
  /** Addresses: whether the service looks for the place. */
  readonly geolocate?: boolean;
}

type PlaceChange =
  | { readonly grid_id: number | string }
  | { readonly lng: number; readonly lat: number; readonly label?: string; readonly level?: string }
  | { readonly grid_meta_id: string; readonly delete: true };

type TaskChange =
  | { readonly value: unknown; readonly date?: string; readonly category?: string }
  | { readonly id: string; readonly value?: unknown; readonly date?: string; readonly delete?: boolean };

/** A user in a filter; `-` before an id excludes. */
export type UserOperand = number | 'me' | '-me' | `${number}`;

/** A connected record in a filter: `me` is the contact of the caller, `*` any, `-*` none; `-` before an id excludes. */
export type ConnectionOperand = number | 'me' | '*' | '-*' | `${number}`;

/** Adds values to a field with several: `tags: add('guest')`. */
export function add<Value>(...values: readonly Value[]): Changes<Value> {
  return { values: values.map((value) => ({ value })) };
}

/** Removes values from a field with several: `tags: remove('guest')`. */
export function remove<Value>(...values: readonly Value[]): Changes<Value> {
  return { values: values.map((value) => ({ value, delete: true })) };
}

/** Replaces all values of a field with several: `tags: replaceWith('guest', 'sports')`. */
export function replaceWith<Value>(...values: readonly Value[]): Changes<Value> {
  return { ...add(...values), force_values: true };
}
