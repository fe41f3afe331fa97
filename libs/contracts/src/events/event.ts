import { z } from 'zod';
import { actorSchema, changingExtensionSchema } from '../actor.ts';
import { lineText, longText } from '../text-bounds.ts';

/** The stream that holds every change event. */
export const eventStream = 'SVC_EVENTS';

/** The small stream of view events: which users looked at which records. */
export const viewStream = 'SVC_VIEWS';

/** The subject of view events. */
export const viewSubject = 'svc.views';

/** The stream of messages whose last delivery failed, which operators inspect and replay. */
export const deadLetterStream = 'SVC_DEAD_LETTERS';

/** The subject of messages that this durable consumer could not handle. */
export function deadLetterSubject(durable: string): string {
  return `svc.dead-letters.${durable}`;
}

/** The size limit of an event, in bytes of JSON. Above it, large changed values are left out and `data.truncated` is set. */
export const maxEventBytes = 256 * 1024;

/** The actor of a change, as events contain it. */
export const eventActorSchema = z.object({
  kind: actorSchema.shape.kind,
  user_id: z.int(),
  display_name: lineText,
  extension: changingExtensionSchema
    .optional()
    .describe('The extension that made the change; absent for changes of others.'),
});

/**
 * The values that decide who may see a record: the users with whom it is shared, and the contact fields `type` and `sources`, on which
 * some capabilities depend. Consumers that show records filter by them first, and then call the records service.
 */
export const visibilitySchema = z.object({
  shared_with: z.array(z.int()),
  type: longText,
  sources: z.array(longText),
});

/** The values that decide who may see a record: see `visibilitySchema`. */
export type Visibility = z.infer<typeof visibilitySchema>;

/** The change of a field: the values before and after, or for a field with several values those that were added and removed. */
export const fieldChangeSchema = z.union([
  z.object({ before: z.unknown(), after: z.unknown() }),
  z.object({ added: z.array(z.unknown()), removed: z.array(z.unknown()) }),
]);

/** The keys that the data of every event has. */
export const changeSchema = z.object({
  commit_id: lineText.describe(
    'The id of the write that caused the event; the events of its transaction and of its commands to other services have the same id.',
  ),
  actor: eventActorSchema,
  truncated: z
    .boolean()
    .optional()
    .describe(
      'True when large changed values were left out because the event would have been larger than 256 KB.',
    ),
});

/** Wraps a data schema in the CloudEvents 1.0 envelope that every event has. */
export function cloudEvent<Data extends z.ZodType>(data: Data) {
  return z.object({
    specversion: z.literal('1.0'),
    id: lineText.describe(
      'A unique id, also the `Nats-Msg-Id`. Consumers ignore an event whose id they have handled.',
    ),
    source: lineText.describe('`/svc/<service>`.'),
    type: lineText.describe('`svc.<entity>.<verb>`, for example `svc.record.updated`.'),
    subject: lineText.describe('The changed thing, for example `contacts/12`.'),
    time: lineText.describe('RFC 3339.'),
    datacontenttype: z.literal('application/json'),
    data,
  });
}

/** The bus subject of an event: `svc.events.record.contacts.updated`, with `-` for an entity without post types. */
export function eventSubject(entity: string, postType: string | undefined, verb: string): string {
  return `svc.events.${entity}.${postType ?? '-'}.${verb}`;
}
