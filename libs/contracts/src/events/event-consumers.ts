import type { Identity, ServiceName } from '../identity.ts';
import { eventStream, viewStream, viewSubject } from './event.ts';

/** A durable consumer of a stream, which all instances of one service share. */
export interface EventConsumer {
  readonly service: ServiceName;
  readonly durable: string;
  readonly stream: string;
  readonly subjects: readonly string[];
}

/** All durable consumers of events in this project, without those of extensions. */
export const eventConsumers = {
  notifications: {
    service: 'users',
    durable: 'users-notifications',
    stream: eventStream,
    subjects: ['svc.events.record.*.>', 'svc.events.comment.*.>', 'svc.events.share.*.created'],
  },
  views: { service: 'users', durable: 'users-views', stream: viewStream, subjects: [viewSubject] },
  contactLinks: {
    service: 'users',
    durable: 'users-contact-links',
    stream: eventStream,
    subjects: ['svc.events.record.contacts.created'],
  },
  recordChanges: {
    service: 'records',
    durable: 'records-changes',
    stream: eventStream,
    subjects: ['svc.events.record.>', 'svc.events.share.*.deleted'],
  },
  webhooks: {
    service: 'records',
    durable: 'records-webhooks',
    stream: eventStream,
    subjects: ['svc.events.record.>', 'svc.events.comment.>'],
  },
  indexedRecords: {
    service: 'search',
    durable: 'search-records',
    stream: eventStream,
    subjects: ['svc.events.record.>'],
  },
  indexedComments: {
    service: 'search',
    durable: 'search-comments',
    stream: eventStream,
    subjects: ['svc.events.comment.>'],
  },
} as const satisfies Record<string, EventConsumer>;

/** Subjects of events that invalidate caches of a process: it receives them only while it is connected, and not from a stream. */
export const watchedEvents: Partial<Record<Identity, readonly string[]>> = {
  gateway: ['svc.events.user.>', 'svc.events.site_link.>'],
  records: ['svc.events.user.>'],
};

/** Returns the durable name of the consumer of an extension's subscription, in which NATS permits no dots, slashes or wildcards. */
export function extensionConsumer(subscription: string): string {
  return `extension-${subscription}`.replaceAll(/[^A-Za-z0-9_-]+/g, '-');
}
