import { z } from 'zod';
import { keyText, longText } from '../text-bounds.ts';
import { defineAdminOperation, defineClientOperation } from '../operation.ts';
import { dateShape, listItemSchema, recordOrIdSchema } from '../record.ts';
import { fieldErrors } from './field-errors.ts';
import { updateFieldsSchema } from './records.ts';

const id = z.int();
const address = { post_type: keyText, id };

/** An id in a body: a number, or its digits from a form. */
const sentId = z
  .union(
    [
      z.int().positive(),
      z
        .string()
        .max(15)
        .regex(/^[1-9]\d{0,14}$/),
    ],
    { error: 'must be the id of a record' },
  )
  .transform(Number);

/** A field in which two records have the same value, or similar names. */
const matchSchema = z.object({ field: z.string(), value: z.string() });

/** A possible duplicate: its id, a score of its similarity (higher is more similar), and the fields that match. */
const likeness = { ID: id, points: z.int(), fields: z.array(matchSchema) };

/** `GET <type>/<id>/duplicates` (docs/guides/duplicates.md): ids of possible duplicates of a record. */
export const recordsDuplicates = defineClientOperation({
  name: 'records.duplicates',
  kind: 'read',
  summary: 'The ids of the possible duplicates of a record.',
  input: z.object(address),
  output: z.object({ ids: z.array(id) }),
  errors: ['get_post'],
});

/** `GET <type>/<id>/all_duplicates`: possible duplicates of a record, the most similar first, with the fields that match. */
export const recordsAllDuplicates = defineClientOperation({
  name: 'records.all_duplicates',
  kind: 'read',
  summary: 'The possible duplicates of a record, with the fields that match.',
  input: z.object({ ...address, limit: z.coerce.number().int().min(0).optional() }),
  output: z.array(z.object({ ...likeness, post: listItemSchema })),
  errors: ['get_post'],
});

/** A record with an equal value in a field; `field` is `post_title` for the name. */
const equalRecordSchema = z.object({ ID: id, post_title: z.string(), field: z.string(), value: z.string() });

/** A record of a scan with the records that are equal to it in a field, by the label of the field. */
const scannedRecordSchema = z.object({
  ID: id,
  post_title: z.string(),
  post_date: dateShape,
  last_modified: dateShape,
  /** The status of the record, if its type has one. */
  overall_status: z.object({ key: z.string(), label: z.string(), color: z.string() }).optional(),
  /** The values of its communication channels. */
  info: z.array(z.looseObject({ key: z.string(), value: z.string() })),
  dups: z.record(z.string(), z.array(equalRecordSchema)),
});

/** `GET <type>/all-duplicates`: scans the next records of a type for records with equal values. */
export const recordsAllOfTypeDuplicates = defineClientOperation({
  name: 'records.all_of_type_duplicates',
  kind: 'list',
  summary: 'The possible duplicates among all records of a post type, a part at a time.',
  input: z.object({
    post_type: keyText,
    /** The number of records that earlier requests have scanned: the `scanned` of the previous answer. */
    limit: z.coerce.number().int().min(0).optional(),
  }),
  output: z.object({
    posts_with_matches: z.array(scannedRecordSchema),
    scanned: z.int(),
    reached_the_end: z.boolean(),
  }),
  errors: ['search_viewable_post'],
});

/** `POST <type>/<id>/dismiss-duplicates`: dismisses possible duplicates of a record. `override` has the ids of all dismissed ones. */
export const recordsDismissDuplicates = defineClientOperation({
  name: 'records.dismiss_duplicates',
  kind: 'write',
  summary: 'Dismiss other records as duplicates of a record.',
  input: z.object({
    post_type: keyText,
    record_id: id,
    /** The id of a possible duplicate, or `all` for all that are found now. */
    id: z.union([z.literal('all'), sentId]),
  }),
  output: z.object({ override: z.array(id) }),
  errors: ['update_post'],
});

/** `POST <type>/check_field_value_exists`: finds the records with a value in a communication channel. */
export const recordsCheckFieldValueExists = defineClientOperation({
  name: 'records.check_field_value_exists',
  kind: 'read',
  summary: 'The records with a value in a communication channel.',
  input: z.object({
    post_type: keyText,
    communication_channel: keyText.optional(),
    field_value: z.union([longText, z.number()]).optional(),
  }),
  /** Ids as text, of records that the caller may list. */
  output: z.array(z.object({ post_id: z.string() })),
  errors: ['rest_forbidden', 'too_many_requests'],
});

/** `POST <type>/merge`: moves the values of a duplicate to the primary, and archives the duplicate. */
export const recordsMerge = defineClientOperation({
  name: 'records.merge',
  kind: 'write',
  summary: 'Merge two records: the values of the second move to the first, and the second is archived.',
  input: z.object({
    post_type: keyText,
    primary_post_id: sentId,
    archiving_post_id: sentId,
    /** Fields to write to the primary with the merge. */
    values: updateFieldsSchema.optional(),
    merge_comments: z.boolean().optional(),
  }),
  output: recordOrIdSchema,
  errors: ['update_post', ...fieldErrors],
});

const duplicateFields = z.object({
  post_types: z.array(
    z.object({
      post_type: z.string(),
      fields: z.array(z.string()),
      /** All fields that may be chosen. */
      possible: z.array(z.string()),
    }),
  ),
});

/** The fields by which records of each post type may be duplicates. */
export type DuplicateFieldsState = z.infer<typeof duplicateFields>;

/** Admin: reads the fields by which records may be duplicates. */
export const recordsDuplicateFields = defineAdminOperation({
  name: 'records.duplicate_fields',
  kind: 'read',
  summary: 'The fields by which records of each post type may be duplicates.',
  input: z.object({}),
  output: duplicateFields,
});

/** Admin: sets the fields by which records of a post type may be duplicates. An empty list restores the declared fields. */
export const recordsSetDuplicateFields = defineAdminOperation({
  name: 'records.set_duplicate_fields',
  kind: 'write',
  summary: 'Choose the fields by which records of a post type may be duplicates.',
  input: z.object({ post_type: keyText, fields: z.array(keyText) }),
  output: duplicateFields,
  errors: ['rest_invalid_param'],
});
