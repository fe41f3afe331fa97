import { z } from 'zod';
import { keyText } from '../text-bounds.ts';
import { defineAdminOperation } from '../operation.ts';

const field = { post_type: keyText, field: keyText };

/** A field that has values of the type that it had before. */
const formerFieldSchema = z.object({
  ...field,
  /** The type of the values, and the type that is declared now. */
  from: z.string(),
  to: z.string(),
  /** The number of records with such values, and the first of their ids. */
  records: z.int(),
  first_ids: z.array(z.int()),
  /** The number of users' own values of the field, which cannot be converted. */
  private_values: z.int(),
});

/** A field that has values of the type that it had before: see `recordsFormerFields`. */
export type FormerField = z.infer<typeof formerFieldSchema>;

/** Admin: the fields with values that are kept but not shown, because the type of the field has changed. */
export const recordsFormerFields = defineAdminOperation({
  name: 'records.former_fields',
  kind: 'read',
  summary: 'The fields with values of a former type.',
  input: z.object({}),
  output: z.object({ fields: z.array(formerFieldSchema) }),
});

/** Admin: writes the kept values of some records, the next ones after `after`, as values of the field's current type. */
export const recordsConvertField = defineAdminOperation({
  name: 'records.convert_field',
  kind: 'write',
  summary: 'Convert values of a former type to the current type of the field.',
  input: z.object({
    ...field,
    after: z.int(),
    /** Whether to report the outcome and write nothing. */
    is_dry_run: z.boolean(),
  }),
  output: z.object({
    /** Ids of the records whose values are, or can be, converted. */
    converted: z.array(z.int()),
    /** Records whose values stay as they are, and why. */
    refused: z.array(z.object({ id: z.int(), reason: z.string() })),
    /** The `after` of the next call; absent after the last record. */
    next: z.int().optional(),
  }),
  errors: ['rest_invalid_param'],
});
