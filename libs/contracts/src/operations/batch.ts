import { z } from 'zod';
import { clients, defineOperation } from '../operation.ts';
import { fieldErrors } from './field-errors.ts';
import { remoteAnswerMs } from './transfers.ts';

/** The most items of a batch. */
export const maxBatchItems = 1_000;

/** How much longer than other requests a batch may take, in milliseconds: as long as a transfer, for which an end of the service waits. */
export const batchExtraMs = remoteAnswerMs;

const errorBodySchema = z.object({
  code: z.string(),
  message: z.string(),
  data: z.record(z.string(), z.unknown()),
});

/** What became of an item of a batch: the status and the error are those of a request with this item alone. */
export const batchResultSchema = z.union([
  z.object({ index: z.int(), status: z.literal(200), ID: z.int() }),
  z.object({ index: z.int(), status: z.int(), error: errorBodySchema }),
]);

/** What became of an item of a batch. */
export type BatchResult = z.infer<typeof batchResultSchema>;

/**
 * Many creates and updates of one type, each for itself: an item is written or refused whatever becomes of the others. Items with the same
 * `ID` are written in their order, and all items are where `check_for_duplicates` is set.
 */
export const recordsBatch = defineOperation({
  name: 'records.batch',
  kind: 'write',
  isBulk: true,
  audience: 'caller',
  callers: [...clients, 'admin'],
  summary: 'Create and update many records of a post type.',
  input: z.object({
    post_type: z.string(),
    /** With an `ID` an update, without one a create: a misspelt one must not create. */
    items: z
      .array(
        z
          .looseObject({ ID: z.int().optional(), fields: z.record(z.string(), z.unknown()) })
          .refine((item) => !('id' in item), 'the key that names the record is ID'),
      )
      .min(1)
      .max(maxBatchItems),
    silent: z.boolean(),
    check_for_duplicates: z.array(z.string()).max(1_000).optional(),
    do_not_overwrite: z.boolean().optional(),
  }),
  output: z.object({ results: z.array(batchResultSchema) }),
  errors: ['create_post', 'update_post', ...fieldErrors],
});
