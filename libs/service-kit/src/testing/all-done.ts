import type { mongo } from 'mongoose';
import { NatsError, type ConsumerInfo, type JetStreamManager, type NatsConnection } from 'nats';
import { until } from './until.ts';

/** What is committed and not yet published, and what search keeps to be written: it is looked for whether or not there is any. */
const waiting = { refusal: { $exists: false }, setAside: { $exists: false } };

/** How much has ever been published, and how many consumers are not done with what is for them. */
interface Stand {
  readonly published: number;
  readonly left: number;
}

/** Milliseconds: what was tried often while a service was away waits up to a minute for its next delivery. */
const timeoutMs = 120_000;

/**
 * Resolves when the services with these databases have done all that earlier requests have brought about: what was
 * committed is published, and every consumer is done with it. A consumer commits before it acknowledges, and the outbox
 * publishes before it deletes: what is on its way is seen at one of them, or in what has been published meanwhile.
 */
export async function allDone(bus: NatsConnection, databases: readonly mongo.Db[]): Promise<void> {
  await until(async () => {
    const before = await standOf(bus);
    const kept = await countKept(databases);
    const after = await standOf(bus);
    if (before.left + kept + after.left > 0 || after.published > before.published)
      throw new Error(`there is work left: ${JSON.stringify({ before, kept, after })}`);
  }, timeoutMs);
}

async function standOf(bus: NatsConnection): Promise<Stand> {
  const manager = await bus.jetstreamManager();
  let published = 0;
  let left = 0;
  for await (const { config, state } of manager.streams.list()) {
    published += state.last_seq;
    for await (const consumer of manager.consumers.list(config.name))
      // Others are a test's own, which takes what it wants to see.
      if (consumer.config.durable_name && consumer.ack_floor.stream_seq < (await lastFor(consumer, manager)))
        left += 1;
  }
  return { published, left };
}

/** The place in the stream of the last message that is for a consumer. What it has pending the server counts a little later. */
async function lastFor({ stream_name, config }: ConsumerInfo, manager: JetStreamManager): Promise<number> {
  const subjects = config.filter_subjects ?? [config.filter_subject ?? '>'];
  const places = subjects.map((subject) =>
    manager.streams.getMessage(stream_name, { last_by_subj: subject }).then(
      ({ seq }) => seq,
      (error: unknown) => {
        if (error instanceof NatsError && error.api_error?.code === 404) return 0;
        throw error;
      },
    ),
  );
  return Math.max(...(await Promise.all(places)));
}

async function countKept(databases: readonly mongo.Db[]): Promise<number> {
  const counts = databases.flatMap((database) =>
    ['outbox', 'index_jobs'].map((each) => database.collection(each).countDocuments(waiting)),
  );
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}
