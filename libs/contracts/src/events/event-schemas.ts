import type { z } from 'zod';
import type { ServiceName } from '../identity.ts';
import { commentEventSchema } from './comment-event.ts';
import { eventSubject, viewSubject } from './event.ts';
import { followEventSchema } from './follow-event.ts';
import { notificationEventSchema } from './notification-event.ts';
import { recordEventSchema } from './record-event.ts';
import { shareEventSchema } from './share-event.ts';
import { siteLinkEventSchema } from './site-link-event.ts';
import { userEventSchema } from './user-event.ts';

/** The entities that have events, and the schema of each event. */
export const eventSchemas = {
  record: recordEventSchema,
  share: shareEventSchema,
  follow: followEventSchema,
  comment: commentEventSchema,
  user: userEventSchema,
  site_link: siteLinkEventSchema,
  notification: notificationEventSchema,
} as const;

/** The events of each entity. */
export type EntityEvents = {
  readonly [Entity in keyof typeof eventSchemas]: z.infer<(typeof eventSchemas)[Entity]>;
};

/** The verbs with which the events of each entity are published. */
export const eventVerbs = {
  record: ['created', 'updated', 'deleted'],
  share: ['created', 'deleted'],
  follow: ['updated'],
  comment: ['created', 'updated', 'deleted'],
  user: ['created', 'updated'],
  site_link: ['created', 'updated', 'deleted'],
  notification: ['created'],
} as const satisfies Record<keyof EntityEvents, readonly ('created' | 'updated' | 'deleted')[]>;

/** The entities whose events have a post type in their subject; the others have `-` there. */
export const entitiesWithPostType: ReadonlySet<string> = new Set<keyof EntityEvents>([
  'record',
  'share',
  'follow',
  'comment',
]);

/** The service that publishes and signs the events of an entity. */
export const eventPublishers = {
  record: 'records',
  share: 'records',
  follow: 'records',
  comment: 'comments',
  user: 'users',
  site_link: 'users',
  notification: 'users',
} as const satisfies Record<keyof EntityEvents, ServiceName>;

/** Returns the service that publishes changes or views under a subject; undefined for any other subject. */
export function publisherOf(subject: string): ServiceName | undefined {
  if (subject === viewSubject) return 'records';
  const entity = /^svc\.events\.([^.]+)\./.exec(subject)?.[1] ?? '';
  return new Map<string, ServiceName>(Object.entries(eventPublishers)).get(entity);
}

/**
 * Returns the subject of events that are named as `record.contacts.updated`: entity, post type (`-` for an entity without) and verb, of which
 * the last two may be `*`. Undefined when there are no such events.
 */
export function selectedSubject(events: string): string | undefined {
  const [entity = '', postType = '', verb = '', ...more] = events.split('.');
  const verbs = new Map<string, readonly string[]>(Object.entries(eventVerbs)).get(entity);
  const isType = /^(?:\*|[\w-]+)$/.test(postType);
  if (!verbs || !isType || more.length > 0 || (verb !== '*' && !verbs.includes(verb))) return undefined;
  return eventSubject(entity, postType, verb);
}
