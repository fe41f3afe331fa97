import { nanos, type ConsumerInfo, type NatsConnection } from 'nats';
import { allConsumers, eventStream, extensionConsumer } from '@svc/contracts';

const dayMs = 24 * 60 * 60 * 1_000;

/** A durable consumer of events, as operators see it. */
export type ListedConsumer = ReturnType<typeof listed>;

/** Returns all durable consumers of events in the order of their names; those of event streams to clients are not durable. */
export async function listConsumers(bus: NatsConnection): Promise<ListedConsumer[]> {
  const { consumers } = await bus.jetstreamManager({ checkAPI: false });
  const all: ListedConsumer[] = [];
  for await (const info of consumers.list(eventStream))
    if (info.config.durable_name !== undefined) all.push(listed(info));
  return all.toSorted((one, other) => one.name.localeCompare(other.name));
}

/** Returns the service that owns a consumer, or `extension` or `external`. */
export function ownerOf(name: string): string {
  const known = allConsumers.find(({ durable }) => durable === name);
  return known?.service ?? (name.startsWith(extensionConsumer('')) ? 'extension' : 'external');
}

function listed({ name, config, created, delivered, ...info }: ConsumerInfo) {
  // The library declares nanoseconds; the server sends a date, and nothing before the first delivery.
  const lastActive = delivered.last_active as unknown as string | undefined;
  const { filter_subject: only, filter_subjects: subjects = only === undefined ? [] : [only] } = config;
  return {
    name,
    owner: ownerOf(name),
    events: subjects.map((subject) => subject.replace(/^svc\.events\./, '')),
    created_at: inSeconds(created),
    ...(lastActive !== undefined && { last_delivery_at: inSeconds(lastActive) }),
    /** Events that are not acknowledged, whether delivered or not. */
    waiting: info.num_pending + info.num_ack_pending,
    /** Open requests for events: 0 while no process uses the consumer. */
    readers: info.num_waiting,
    /** Days without a reader after which the server removes the consumer. */
    ...(config.inactive_threshold && { removed_after_days: config.inactive_threshold / nanos(dayMs) }),
  };
}

function inSeconds(date: string): string {
  return new Date(date).toISOString().replace(/\.\d+Z$/, 'Z');
}
