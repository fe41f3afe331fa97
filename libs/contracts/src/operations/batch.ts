import { z } from 'zod';
import { keyText, lineText } from '../text-bounds.ts';
import { clients, defineOperation } from '../operation.ts';
import { fieldErrors } from './field-errors.ts';
import { remoteAnswerMs } from './transfers.ts';

/** The maximum number of items in a batch. */
export const maxBatchItems = 1_000;

/** How much longer than other requests a batch may take, in milliseconds: as long as a transfer, for which a stopping service waits. */
export const batchExtraMs = remoteAnswerMs;

const errorBodySchema = z.object({
  code: z.string(),
  message: z.string(),
  data: z.record(z.string(), z.unknown()),
});

const batchResultSchema = z.union([
  z.object({ index: z.int(), status: z.literal(200), ID: z.int() }),
  z.object({ index: z.int(), status: z.int(), error: errorBodySchema }),
]);

/** The result of an item: status and error are those of a request with only this item. `index` counts from 0. */
export type BatchResult = z.infer<typeof batchResultSchema>;

/**
 * Creates and updates many records of one type. Each item succeeds or fails independently of the others. Items with the same `ID` are
 * written in their order; with `check_for_duplicates` all items are.
 */
export const recordsBatch = defineOperation({
  name: 'records.batch',
  kind: 'write',
  isBulk: true,
  audience: 'caller',
  callers: [...clients, 'admin'],
  summary: 'Create and update many records of a post type.',
  input: z.object({
    post_type: keyText,
    /** An item with `ID` is an update, one without is a create. `id` is refused, because such an item would create a record by mistake. */
    items: z
      .array(
        z
          .looseObject({ ID: z.int().optional(), fields: z.record(lineText, z.unknown()) })
          .refine((item) => !('id' in item), "the key of the record's id must be ID"),
      )
      .min(1)
      .max(maxBatchItems),
    silent: z.boolean(),
    check_for_duplicates: z.array(keyText).max(1_000).optional(),
    do_not_overwrite: z.boolean().optional(),
  }),
  output: z.object({ results: z.array(batchResultSchema) }),
  errors: ['create_post', 'update_post', ...fieldErrors],
});
