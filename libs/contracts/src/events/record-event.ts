import { z } from 'zod';
import { changeSchema, cloudEvent, fieldChangeSchema, visibilitySchema } from './event.ts';

/** `svc.record.created`, `.updated`, `.deleted`. Values private to a user are never in it. */
export const recordEventSchema = cloudEvent(
  changeSchema.extend({
    record: z.object({ id: z.int(), post_type: z.string(), name: z.string(), version: z.int() }),
    /** Field key → change; empty for `deleted`. */
    changed: z.record(z.string(), fieldChangeSchema),
    visibility: visibilitySchema,
  }),
);

/** A change of a record. */
export type RecordEvent = z.infer<typeof recordEventSchema>;
