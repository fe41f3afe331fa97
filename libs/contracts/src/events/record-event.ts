import { z } from 'zod';
import { audienceSchema } from './audience.ts';
import { changeSchema, cloudEvent, fieldChangeSchema, visibilitySchema } from './event.ts';

/** `svc.record.created`, `.updated`, `.deleted`. Values private to a user are never in it. */
export const recordEventSchema = cloudEvent(
  changeSchema.extend({
    record: z.object({ id: z.int(), post_type: z.string(), name: z.string(), version: z.int() }),
    /** Field key → change; empty for `deleted`. */
    changed: z.record(z.string(), fieldChangeSchema),
    visibility: visibilitySchema,
    /** Absent for `deleted`. */
    audience: audienceSchema.optional(),
    /** The fields that the request or its hooks named, without private ones; empty for a record that changed because another one did. */
    written: z.array(z.string()).optional(),
    /** Whether no user is to be notified of the change. */
    silent: z.boolean().optional(),
    /** What the update was: an assignee accepted or declined a contact. */
    occasion: z.enum(['assignment_accepted', 'assignment_declined']).optional(),
  }),
);

/** A change of a record. */
export type RecordEvent = z.infer<typeof recordEventSchema>;
