import type {
  ConnectionField,
  DateValue,
  Field,
  FileUploadField,
  ImageField,
  OtherField,
  UserOperand,
  UserSelectField,
} from './field-types.ts';

/** The fields of a post type by key: an interface that `svc-client generate` writes. */
export type Fields = object;

/** The fields of all post types of an installation, by post type. */
export type Schema = object;

/** The fields of a post type for a client without a schema: any key, with values that the compiler does not check. */
export interface GenericFields {
  readonly [key: string]: OtherField;
}

/** Any post type, for a client without a schema. */
export interface GenericSchema {
  readonly [postType: string]: GenericFields;
}

/** The values of a record that do not depend on its post type. */
export interface RecordHead<PostType extends string = string> {
  readonly ID: number;
  readonly post_type: PostType;
  readonly name: string;
  readonly title: string;
  readonly permalink: string;
  readonly post_author: string;
  readonly post_author_display_name: string;
  readonly post_date: DateValue;
  readonly created_date: DateValue;
  readonly last_modified: DateValue;
}

/** The values of an item of a list that do not depend on the selected fields. */
export interface ListItemHead<PostType extends string = string> {
  readonly ID: number;
  readonly post_type: PostType;
  readonly post_title: string;
  readonly name: string;
  readonly permalink: string;
  readonly post_date: DateValue;
}

/** A record as `get`, `create` and `update` return it, without its tag. */
export type RecordOf<F extends Fields, PostType extends string = string> = RecordHead<PostType> &
  Values<F, Exclude<keyof F, keyof RecordHead>> & {
    /** The number of connections of a field that has more than are shown. */
    readonly connection_totals?: { readonly [Key in keyof F]?: number };
  };

/** A record with the tag of its version, for `ifMatch`. No field can have the key `$etag`. */
export type Versioned<Body> = Body & { readonly $etag: string };

/** The answer of a write: the record, or only its id when the caller may not view it. */
export type Written<Body> = Body | (HiddenHead & { readonly [Key in Exclude<keyof Body, 'ID'>]?: never });

/** A record that the caller has written and may not view. */
interface HiddenHead {
  readonly ID: number;
}

/** A field to read, or a path from a connection or a user to a field behind it (docs/reference/connected-fields.md). */
export type SelectOf<F extends Fields> = keyof F | `${PathKey<F>}.${string}`;

/** An item of a list: the selected fields, and all booleans. */
export type ListItemOf<
  F extends Fields,
  Selected extends SelectOf<F> = keyof F,
  PostType extends string = string,
> = ListItemHead<PostType> & SelectedValues<F, Selected, keyof ListItemHead>;

/** A record of which some fields were selected: these, and all booleans. */
export type SelectedRecordOf<
  F extends Fields,
  Selected extends SelectOf<F>,
  PostType extends string = string,
> = RecordHead<PostType> & SelectedValues<F, Selected, keyof RecordHead>;

/** The fields that a create takes. */
export type CreateOf<F extends Fields> = {
  readonly [Key in keyof F as F[Key] extends { isRequired: true } ? Key : never]: WriteOf<F[Key]>;
} & Omit<UpdateOf<F>, RequiredKey<F>> & {
    /** Comments that notify nobody. */
    readonly notes?: unknown;
    readonly initial_comment?: string;
  };

/** The fields that an update takes. */
export type UpdateOf<F extends Fields> = {
  readonly [Key in keyof F as [WriteOf<F[Key]>] extends [never] ? never : Key]?: WriteOf<F[Key]>;
};

/**
 * The filters of a list (docs/reference/list-query.md#filters): a record must meet all of them. Of the groups in `$or` it must meet one, of those in
 * `$and` all.
 */
export type WhereOf<F extends Fields> = {
  readonly [Key in keyof F as [FilterOf<F[Key]>] extends [never] ? never : Key]?: FilterOf<F[Key]>;
} & {
  /** Records that are shared with one of these users. */
  readonly shared_with?: readonly UserOperand[];
  readonly $or?: readonly WhereOf<F>[];
  readonly $and?: readonly WhereOf<F>[];
};

/** The orders of a list: the key of a field, `-` before it for descending. */
export type SortOf<F extends Fields> = SortKey<F> | `-${SortKey<F>}`;

/** The keys of fields that hold files. */
export type FileKey<F extends Fields> = string extends keyof F
  ? string
  : { [Key in keyof F]: F[Key] extends ImageField | FileUploadField ? Key : never }[keyof F] & string;

/** The keys of the post types of a schema. */
export type PostTypeOf<S extends Schema> = keyof S & string;

/** The fields of a post type of a schema. */
export type FieldsOf<S extends Schema, PostType extends PostTypeOf<S>> = S[PostType] & Fields;

/** The values of a record by key: those that every answer has, and those that it has if they are set. */
type Values<F, Shown> = string extends keyof F ? { readonly [key: string]: unknown } : KnownValues<F, Shown>;

type KnownValues<F, Shown> = {
  readonly [
    Key in keyof F as Key extends Shown ? (F[Key] extends { isAlwaysShown: true } ? Key : never) : never
  ]: ReadOf<F[Key]>;
} & {
  readonly [
    Key in keyof F as Key extends Shown ? (F[Key] extends { isAlwaysShown: true } ? never : Key) : never
  ]?: ReadOf<F[Key]>;
};

type SelectedValues<F, Selected, Head> = Values<
  F,
  Exclude<Extract<Selected, keyof F> | BooleanKey<F>, Head | HeadOf<Selected>>
> &
  BeyondValues<F, HeadOf<Selected>>;

/** The first part of a path. */
type HeadOf<Selected> = Selected extends `${infer Head}.${string}` ? Head : never;

/** The values of fields with what paths add to them, whose types a post type does not know. */
type BeyondValues<F, Heads> = string extends keyof F
  ? unknown
  : {
      readonly [
        Key in keyof F as Key extends Heads ? (F[Key] extends { isAlwaysShown: true } ? Key : never) : never
      ]: WithMore<ReadOf<F[Key]>>;
    } & {
      readonly [
        Key in keyof F as Key extends Heads ? (F[Key] extends { isAlwaysShown: true } ? never : Key) : never
      ]?: WithMore<ReadOf<F[Key]>>;
    };

type WithMore<Read> = Read extends readonly (infer Item)[] ? readonly (Item & More)[] : Read & More;

interface More {
  readonly [field: string]: unknown;
}

/** The keys of fields from which paths lead on. */
type PathKey<F> = string extends keyof F
  ? string
  : { [Key in keyof F]: F[Key] extends ConnectionField | UserSelectField ? Key : never }[keyof F] & string;

type ReadOf<Type> = Type extends Field ? Type['read'] : never;
type WriteOf<Type> = Type extends Field ? Type['write'] : never;
type FilterOf<Type> = Type extends Field ? Type['filter'] : never;

type RequiredKey<F> = { [Key in keyof F]: F[Key] extends { isRequired: true } ? Key : never }[keyof F];

type BooleanKey<F> = string extends keyof F
  ? never
  : { [Key in keyof F]: F[Key] extends Field<boolean> ? Key : never }[keyof F];

type SortKey<F> = string extends keyof F
  ? string
  : { [Key in keyof F]: F[Key] extends { isSortable: true } ? Key : never }[keyof F] & string;
