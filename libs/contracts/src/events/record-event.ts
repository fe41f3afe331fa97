import { z } from 'zod';
import { lineText, longText } from '../text-bounds.ts';
import { audienceSchema } from './audience.ts';
import { changeSchema, cloudEvent, fieldChangeSchema, visibilitySchema, type Visibility } from './event.ts';

/** `svc.record.created`, `.updated`, `.deleted`. The event never contains private values. */
export const recordEventSchema = cloudEvent(
  changeSchema.extend({
    record: z.object({ id: z.int(), post_type: lineText, name: longText, version: z.int() }),
    changed: z.record(lineText, fieldChangeSchema).describe('Field key → change; empty for `deleted`.'),
    visibility: visibilitySchema,
    audience: audienceSchema.optional().describe('Absent for `deleted`.'),
    written: z
      .array(lineText)
      .optional()
      .describe(
        'Keys of the fields that the request or its hooks wrote, without private ones; empty when the record changed because another record did.',
      ),
    silent: z
      .boolean()
      .optional()
      .describe('Whether no user is notified of the change, because of its request or its record.'),
    milestones: lineText
      .optional()
      .describe(
        'The changed field whose new options all followers are notified of, where the type of the record declares one.',
      ),
    occasion: z
      .enum(['assignment_accepted', 'assignment_declined'])
      .optional()
      .describe("Set when the update is an assignee's answer: they accepted or declined the record."),
  }),
);

/** A change of a record. */
export type RecordEvent = z.infer<typeof recordEventSchema>;

/** The parts of an event of a record on which its visibility depends, before and after the change. */
export const visibilityEventSchema = z.object({
  type: recordEventSchema.shape.type,
  data: recordEventSchema.shape.data.pick({ record: true, visibility: true }).extend({
    changed: z.object({ type: fieldChangeSchema.optional(), sources: fieldChangeSchema.optional() }),
  }),
});

/** See `visibilityEventSchema`. */
export type VisibilityEvent = z.infer<typeof visibilityEventSchema>;

/** The values that decided who may see a record before a change. Shares that ended with it have events of their own, and are missing. */
export function visibilityBefore({
  changed,
  visibility,
}: Pick<VisibilityEvent['data'], 'changed' | 'visibility'>): Visibility {
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
