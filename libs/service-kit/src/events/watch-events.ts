import type { NatsConnection, Subscription } from 'nats';
import { publisherOf } from '@svc/contracts';
import { verifyMessage } from '../signing/sign-message.ts';
import type { ConsumeEventsOptions } from './consume-events.ts';

interface WatchEventsOptions extends Pick<ConsumeEventsOptions, 'keyring' | 'log' | 'metrics'> {
  readonly bus: NatsConnection;
}

/**
 * Receives the events of a subject while the process is connected, and none from before: for caches of short duration. It drops events that
 * their publisher has not signed.
 */
export function watchEvents(
  { bus, keyring, log, metrics }: WatchEventsOptions,
  subject: string,
  take: (body: Uint8Array) => void,
): Subscription {
  return bus.subscribe(subject, {
    callback: (error, message) => {
      if (error) return log.error({ err: error, subject }, 'failed to watch events');
      void verifyMessage(keyring, message, publisherOf(message.subject)).then(
        () => take(message.data),
        (refusal: unknown) => {
          metrics.eventsConsumed.inc({ consumer: 'watch', outcome: 'untrusted' });
          log.warn({ err: refusal, subject: message.subject }, 'event dropped');
        },
      );
    },
  });
}
