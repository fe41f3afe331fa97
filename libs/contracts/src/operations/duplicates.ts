import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { listItemSchema } from '../record.ts';

const id = z.int();
const address = { post_type: z.string(), id };

/** A field in which two records hold the same. */
const matchSchema = z.object({ field: z.string(), value: z.string() });

/** How alike two records are: more points for more, and for what fewer people share. */
const likeness = { ID: id, points: z.int(), fields: z.array(matchSchema) };

/** Decisions, "Paths": `GET <type>/<id>/duplicates`. */
export const recordsDuplicates = defineOperation({
  name: 'records.duplicates',
  kind: 'read',
  audience: 'caller',
  summary: 'The ids of the possible duplicates of a record.',
  input: z.object(address),
  output: z.object({ ids: z.array(id) }),
  errors: ['get_post'],
});

/** Decisions, "Paths": `GET <type>/<id>/all_duplicates`. */
export const recordsAllDuplicates = defineOperation({
  name: 'records.all_duplicates',
  kind: 'read',
  audience: 'caller',
  summary: 'The possible duplicates of a record, with the fields that match.',
  input: z.object({ ...address, limit: z.coerce.number().int().min(0).optional() }),
  output: z.array(z.object({ ...likeness, post: listItemSchema })),
  errors: ['get_post'],
});

/** Decisions, "Paths": `GET <type>/all-duplicates`. */
export const recordsAllOfTypeDuplicates = defineOperation({
  name: 'records.all_of_type_duplicates',
  kind: 'list',
  audience: 'caller',
  summary: 'Go through all records of a post type for possible duplicates, a part at a time.',
  input: z.object({
    post_type: z.string(),
    /** How many were looked at before: the `scanned` of the answer before. */
    limit: z.coerce.number().int().min(0).optional(),
  }),
  output: z.object({
    posts_with_matches: z.array(
      z.object({
        ID: id,
        name: z.string(),
        duplicates: z.array(z.object({ ...likeness, name: z.string() })),
      }),
    ),
    scanned: z.int(),
  }),
  errors: ['search_viewable_post'],
});

/** Decisions, "Paths": `POST <type>/<id>/dismiss-duplicates`. */
export const recordsDismissDuplicates = defineOperation({
  name: 'records.dismiss_duplicates',
  kind: 'write',
  audience: 'caller',
  summary: 'Say that other records are no duplicates of a record.',
  input: z.object({
    post_type: z.string(),
    record_id: id,
    /** One of them, or all that are found now. */
    id: z.union([z.literal('all'), z.coerce.number().int().positive()]),
  }),
  output: z.object({ override: z.array(id) }),
  errors: ['update_post'],
});

/** Decisions, "Paths": `POST <type>/check_field_value_exists`. */
export const recordsCheckFieldValueExists = defineOperation({
  name: 'records.check_field_value_exists',
  kind: 'read',
  audience: 'caller',
  summary: 'The records that hold a value in a communication channel.',
  input: z.object({
    post_type: z.string(),
    communication_channel: z.string().optional(),
    field_value: z.union([z.string(), z.number()]).optional(),
  }),
  /** Ids as text; an empty one stands for all that the caller may not view. */
  output: z.array(z.object({ post_id: z.string() })),
  errors: ['rest_forbidden'],
});

/** The operations of records that are about possible duplicates. */
export const duplicatesOperations = [
  recordsDuplicates,
  recordsAllDuplicates,
  recordsAllOfTypeDuplicates,
  recordsDismissDuplicates,
  recordsCheckFieldValueExists,
] as const;
