import { z } from 'zod';

/** The stream that holds every change event. */
export const eventStream = 'SVC_EVENTS';

/** The small stream of views: who looked at which records. They are no changes. */
export const viewStream = 'SVC_VIEWS';

/** The subject of its events. */
export const viewSubject = 'svc.views';

/** Events whose last delivery failed, kept for an operator to look at and replay. */
export const deadLetterStream = 'SVC_DEAD_LETTERS';

/** The stream for messages that a consumer could not handle. */
export function deadLetterSubject(durable: string): string {
  return `svc.dead-letters.${durable}`;
}

/** The largest event, in bytes of its JSON. A larger one leaves out large changed values and sets `data.truncated`. */
export const maxEventBytes = 256 * 1024;

/** Who caused a change, in the form of events. */
export const eventActorSchema = z.object({
  kind: z.enum(['user', 'site_link', 'system']),
  user_id: z.int(),
  display_name: z.string(),
});

/**
 * Who may see a record: the users with whom it is shared, and the two values (contact `type`, `sources`) that some
 * capabilities look at. Consumers that show records filter by it, then ask records.
 */
export const visibilitySchema = z.object({
  shared_with: z.array(z.int()),
  type: z.string(),
  sources: z.array(z.string()),
});

/** How one field changed: single values as before and after, multi-valued ones as what came and what went. */
export const fieldChangeSchema = z.union([
  z.object({ before: z.unknown(), after: z.unknown() }),
  z.object({ added: z.array(z.unknown()), removed: z.array(z.unknown()) }),
]);

/** What every event's data has. */
export const changeSchema = z.object({
  /** The same for all events of one write: of its transaction, and of its commands to other services. */
  commit_id: z.string(),
  actor: eventActorSchema,
  /** True when large changed values were left out because the event would have been larger than `maxEventBytes`. */
  truncated: z.boolean().optional(),
});

/** Wraps a data schema in the CloudEvents 1.0 envelope that every event has. */
export function cloudEvent<Data extends z.ZodType>(data: Data) {
  return z.object({
    specversion: z.literal('1.0'),
    /** Unique; also the `Nats-Msg-Id`. A consumer that saw it before ignores it. */
    id: z.string(),
    /** `/svc/<service>`. */
    source: z.string(),
    /** `svc.<entity>.<verb>`, for example `svc.record.updated`. */
    type: z.string(),
    /** What changed, for example `contacts/12`. */
    subject: z.string(),
    /** RFC 3339. */
    time: z.string(),
    datacontenttype: z.literal('application/json'),
    data,
  });
}

/** The bus subject of an event: `svc.events.record.contacts.updated`; `-` where there is no post type. */
export function eventSubject(entity: string, postType: string | undefined, verb: string): string {
  return `svc.events.${entity}.${postType ?? '-'}.${verb}`;
}
