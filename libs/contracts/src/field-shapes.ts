import { z } from 'zod';
import { fileSchema } from './operations/files.ts';
import { dateShape } from './record.ts';

/** The JSON of a field's values: what answers show, what writes take, and the operands of filters. */
export interface FieldShape {
  readonly read: z.ZodType;
  /** Absent for fields that clients do not write. */
  readonly write?: z.ZodType;
  /** Absent for fields that lists cannot be filtered by. */
  readonly filter?: z.ZodType;
}

/** The declaration of a field, as far as its shape depends on it. */
interface ShapedField {
  readonly type: string;
  /** The options of select and link fields by key. */
  readonly default?: unknown;
}

/** Returns the shape of a field's values (docs/guides/writing-a-record.md#values-of-a-field); any value for an unknown type. */
export function fieldShape({ type, default: options }: ShapedField): FieldShape {
  if (!Object.hasOwn(shapes, type)) return { read: z.unknown() };
  return shapes[type as keyof typeof shapes](optionKeys(options));
}

function optionKeys(options: unknown): readonly string[] {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) return [];
  return Object.keys(options);
}

/** A switch, also as forms write it. */
const flag = z.union([z.boolean(), z.literal([0, 1]), z.enum(['true', 'false', '1', '0'])]);
const scalar = z.union([z.string(), z.number()]);

/** An empty value is ignored. */
const empty = z.literal('');

/** A null unsets the field. */
const unset = z.null();

/** Operands of a filter; `-` before one excludes. */
const operands = z.union([scalar, z.array(scalar)]);

/** The changes of a field with several values. Values that are not named stay, unless `force_values` is set. */
function changes(value: z.ZodType) {
  return z.object({ values: z.array(value), force_values: flag.optional() });
}

/** One of the declared options, or any text where none are declared. */
function oneOf(options: readonly string[]): z.ZodType<string> {
  return options.length > 0 ? z.enum(options as [string, ...string[]]) : z.string();
}

/** Texts of several lines have no filter: lists search them only. */
const longText = (): FieldShape => ({ read: z.string(), write: z.union([scalar, unset]) });

const text = (): FieldShape => ({ ...longText(), filter: operands });

const moment = (): FieldShape => ({
  read: dateShape,
  /** `YYYY-MM-DD`, with a time and a UTC offset if wanted, Unix seconds, or a date in English words. */
  write: z.union([scalar, unset]),
  filter: z.union([z.object({ start: scalar.optional(), end: scalar.optional() }), z.array(scalar), empty]),
});

const several = (value: z.ZodType): Pick<FieldShape, 'read' | 'write'> => ({
  read: z.array(z.string()),
  write: changes(z.object({ value, delete: flag.optional() })),
});

const place = (read: z.ZodType): FieldShape => ({
  read: z.array(read),
  write: changes(
    z.looseObject({
      value: scalar.optional(),
      grid_id: scalar.optional(),
      lng: scalar.optional(),
      lat: scalar.optional(),
      label: z.string().optional(),
      delete: flag.optional(),
    }),
  ),
});

const taskShape = (): FieldShape => ({
  read: z.array(
    z.object({
      id: z.string(),
      value: z.unknown(),
      date: z.string().nullable(),
      category: z.string().nullable(),
    }),
  ),
  write: changes(
    z.looseObject({
      id: scalar.optional(),
      value: z.unknown().optional(),
      date: scalar.optional(),
      category: z.string().nullish(),
      delete: flag.optional(),
    }),
  ),
});

/** By the names of field types in declarations. */
const shapes = {
  text,
  textarea: longText,
  number: () => ({
    read: z.number(),
    write: z.union([scalar, unset]),
    filter: z.union([
      scalar,
      z.array(scalar),
      z.object({ operator: z.enum(['<', '>', '<=', '>=', '=']).optional(), number: scalar.optional() }),
    ]),
  }),
  boolean: () => ({
    read: z.boolean(),
    write: z.union([flag, z.string(), unset]),
    filter: z.array(z.union([flag, z.enum(['yes', 'no', ''])])),
  }),
  key_select: (options) => ({
    read: z.looseObject({ key: z.string(), label: z.string() }),
    write: z.union([
      oneOf(options),
      z.object({ values: z.array(z.object({ value: oneOf(options) })) }),
      unset,
    ]),
    /** An option, `-` before one that excludes it, `*` for any and `none` for unset. */
    filter: operands,
  }),
  multi_select: (options) => ({ ...several(z.union([oneOf(options), empty])), filter: operands }),
  tags: () => ({ ...several(scalar), filter: operands }),
  date: moment,
  datetime: moment,
  user_select: () => ({
    read: z.object({
      id: z.string(),
      type: z.literal('user'),
      display: z.string(),
      'assigned-to': z.string(),
    }),
    /** The id, `user-<id>` or the e-mail address of a user. */
    write: z.union([scalar, unset]),
    filter: operands,
  }),
  connection: () => ({
    read: z.array(
      z.looseObject({
        ID: z.int(),
        post_type: z.string(),
        post_title: z.string(),
        post_date: z.string(),
        post_date_gmt: z.string(),
        permalink: z.string(),
      }),
    ),
    /** The id, the title or, for users, the e-mail address of a record. */
    write: changes(
      z.object({
        value: scalar,
        delete: flag.optional(),
        meta: z.record(z.string(), z.unknown()).optional(),
      }),
    ),
    filter: operands,
  }),
  communication_channel: () => {
    const entry = z.looseObject({
      value: scalar.optional(),
      key: z.string().optional(),
      delete: flag.optional(),
      verified: flag.optional(),
    });
    return {
      read: z.array(z.looseObject({ key: z.string(), value: z.string(), verified: z.boolean() })),
      write: z.union([z.array(entry), changes(entry)]),
      filter: operands,
    };
  },
  link: (options) => ({
    read: z.array(z.object({ type: z.string(), value: z.string(), meta_id: z.string() })),
    write: changes(
      z.object({
        type: oneOf(options).optional(),
        value: scalar.optional(),
        meta_id: scalar.optional(),
        delete: flag.optional(),
      }),
    ),
  }),
  location: () => ({ ...place(z.object({ id: z.int(), label: z.string() })), filter: operands }),
  location_meta: () =>
    place(z.looseObject({ grid_meta_id: z.string(), grid_id: z.string(), label: z.string() })),
  array: () => ({
    read: z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())]),
    write: z.union([z.array(z.unknown()), z.record(z.string(), z.unknown()), unset]),
  }),
  task: taskShape,
  tasks: taskShape,
  post_user_meta: taskShape,
  image: () => ({
    read: z.object({ thumb: z.string(), full: z.string(), large: z.string() }),
    filter: z.array(scalar),
  }),
  file_upload: () => ({
    read: z.array(fileSchema),
    filter: z.array(scalar),
  }),
} satisfies Record<string, (options: readonly string[]) => FieldShape>;
