import { z } from 'zod';
import { lineText, longText } from '../text-bounds.ts';
import { audienceSchema } from './audience.ts';
import { changeSchema, cloudEvent, fieldChangeSchema, visibilitySchema, type Visibility } from './event.ts';

/** `svc.record.created`, `.updated`, `.deleted`. The event never contains private values. */
export const recordEventSchema = cloudEvent(
  changeSchema.extend({
    record: z.object({ id: z.int(), post_type: lineText, name: longText, version: z.int() }),
    /** Field key → change; empty for `deleted`. */
    changed: z.record(lineText, fieldChangeSchema),
    visibility: visibilitySchema,
    /** Absent for `deleted`. */
    audience: audienceSchema.optional(),
    /** Keys of the fields that the request or its hooks wrote, without private ones; empty when the record changed because another record did. */
    written: z.array(lineText).optional(),
    /** Whether no user is notified of the change. */
    silent: z.boolean().optional(),
    /** Set when the update is an assignee's answer: they accepted or declined the contact. */
    occasion: z.enum(['assignment_accepted', 'assignment_declined']).optional(),
  }),
);

/** A change of a record. */
export type RecordEvent = z.infer<typeof recordEventSchema>;

/** The values that decided who may see a record before a change. Shares that ended with it have events of their own, and are missing. */
export function visibilityBefore({ changed, visibility }: RecordEvent['data']): Visibility {
  const { type, sources } = changed;
  const texts = (values: readonly unknown[]) => values.filter((value) => typeof value === 'string');
  const former = type && 'before' in type ? type.before : visibility.type;
  const added = new Set(sources && 'added' in sources ? sources.added : []);
  const removed = sources && 'removed' in sources ? texts(sources.removed) : [];
  return {
    shared_with: visibility.shared_with,
    type: typeof former === 'string' ? former : '',
    sources: [...visibility.sources.filter((source) => !added.has(source)), ...removed],
  };
}
