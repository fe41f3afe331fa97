import type { mongo } from 'mongoose';
import {
  NatsError,
  type ConsumerInfo,
  type JetStreamManager,
  type NatsConnection,
  type StreamInfo,
} from 'nats';
import { until } from './until.ts';

/** What is committed and not yet published, and what search keeps to be written: it is looked for whether or not there is any. */
const waiting = { refusal: { $exists: false }, setAside: { $exists: false } };

/** Milliseconds: what was tried often while a service was away waits up to a minute for its next delivery. */
const timeoutMs = 120_000;

/**
 * Resolves when the services with these databases have done all that earlier requests have brought about: what was
 * committed is published, and every consumer is done with it. A consumer commits before it acknowledges, and the outbox
 * publishes before it deletes: what is on its way is seen at one of them, or in what has been published meanwhile.
 */
export async function allDone(bus: NatsConnection, databases: readonly mongo.Db[]): Promise<void> {
  const manager = await bus.jetstreamManager({ checkAPI: false });
  const places: Places = new Map();
  await until(async () => {
    const streams = await all(manager.streams.list());
    const left = await countLeft(manager, streams, places);
    const kept = await countKept(databases);
    const published = publishedIn(await all(manager.streams.list())) - publishedIn(streams);
    if (left + kept > 0 || published !== 0)
      throw new Error(`there is work left: ${JSON.stringify({ left, kept, published })}`);
  }, timeoutMs);
}

/** The places of the last messages of subjects, by the stream as it was: they are asked for once while nothing is published. */
type Places = Map<string, Promise<number>>;

/** How many consumers are not done with what is for them. */
async function countLeft(
  manager: JetStreamManager,
  streams: readonly StreamInfo[],
  places: Places,
): Promise<number> {
  const lefts = streams.map(async ({ config: { name }, state: { last_seq: last } }) => {
    const consumers = await all(manager.consumers.list(name));
    const placeOf = (subject: string) => {
      const key = `${name} ${last} ${subject}`;
      const place = places.get(key) ?? lastOf(manager, name, subject);
      places.set(key, place);
      return place;
    };
    // Others are a test's own, which takes what it wants to see.
    return Promise.all(
      consumers
        .filter(({ config }) => config.durable_name)
        .map(async (consumer) => consumer.ack_floor.stream_seq < (await lastFor(consumer, placeOf))),
    );
  });
  return (await Promise.all(lefts)).flat().filter(Boolean).length;
}

/** How much has ever been published. */
function publishedIn(streams: readonly StreamInfo[]): number {
  return streams.reduce((sum, { state }) => sum + state.last_seq, 0);
}

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

/** The place in the stream of the last message that is for a consumer. What it has pending the server counts a little later. */
async function lastFor(
  { config }: ConsumerInfo,
  placeOf: (subject: string) => Promise<number>,
): Promise<number> {
  const subjects = config.filter_subjects ?? [config.filter_subject ?? '>'];
  return Math.max(...(await Promise.all(subjects.map(placeOf))));
}

async function lastOf(manager: JetStreamManager, stream: string, subject: string): Promise<number> {
  try {
    return (await manager.streams.getMessage(stream, { last_by_subj: subject })).seq;
  } catch (error) {
    if (error instanceof NatsError && error.api_error?.code === 404) return 0;
    throw error;
  }
}

async function countKept(databases: readonly mongo.Db[]): Promise<number> {
  const counts = databases.flatMap((database) =>
    ['outbox', 'index_jobs'].map((each) => database.collection(each).countDocuments(waiting)),
  );
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}
