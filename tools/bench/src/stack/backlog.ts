import { setTimeout as delay } from 'node:timers/promises';
import { commandStream, eventStream, viewStream } from '@svc/contracts';
import { adminBus, type Report, type Stack } from '@svc/local-stack';
import { connectBus, createLogger } from '@svc/service-kit';
import { connectMongo } from './connect-mongo.ts';

const reportEvery = 10_000;
const lookEvery = 200;
/** Milliseconds for which the backlog must stay empty: requests aborted at the end of a measurement may still write. */
const quietFor = 500;

/** The work of the services that is still open after their answers. */
export type Backlog = Awaited<ReturnType<typeof openBacklog>>;

export async function openBacklog(stack: Stack, report: Report) {
  const log = createLogger({ service: 'bench', level: 'silent' });
  const bus = await connectBus({ config: adminBus(stack, {}), identity: 'admin', log });
  const { consumers, streams } = await bus.jetstreamManager();
  const mongo = await connectMongo(stack.mongodbUrl);
  const count = (service: string, collection: string, filter = {}) =>
    mongo.of(service).collection(collection).countDocuments(filter);
  const untaken = async (stream: string) => {
    const all = await consumers.list(stream).next();
    return sum(all.map((consumer) => consumer.num_pending + consumer.num_ack_pending));
  };
  const left = async () => ({
    'to publish': sum(
      await Promise.all(['records', 'comments', 'users'].map((service) => count(service, 'outbox'))),
    ),
    events: await untaken(eventStream),
    views: await untaken(viewStream),
    commands: await untaken(commandStream),
    jobs: await count('search', 'index_jobs', { dueAt: { $exists: true } }),
    'rebuilds and checks': await count('search', 'index_work', { endedAt: { $exists: false } }),
    'tasks of Meilisearch': await unfinishedTasks(stack),
    'location grids': await count('records', 'location_grid_state', { builtIn: 'coming' }),
  });
  return {
    /**
     * Waits until the backlog is empty: all events are published and handled, the index is up to date, and built-in location grid stored.
     * Returns the milliseconds until then; 0 when the backlog was empty.
     */
    settled: () => untilNothing(left, report),
    /** Purges the events, which every start would read again. Services that have just handled them must not take that for a loss. */
    forgetEvents: async () => {
      await streams.purge(eventStream);
      for (const service of ['search', 'users'])
        await mongo.of(service).collection('event_positions').deleteMany({});
    },
    lastEvent: async (subject: string) =>
      (await streams.getMessage(eventStream, { last_by_subj: subject })).string(),
    close: async () => {
      await mongo.close();
      await bus.close();
    },
  };
}

async function untilNothing(left: () => Promise<Record<string, number>>, report: Report): Promise<number> {
  const started = performance.now();
  let lastSeen = 0;
  let nextReport = reportEvery;
  for (;;) {
    const counts = Object.entries(await left());
    const now = performance.now() - started;
    if (counts.some(([, count]) => count > 0)) lastSeen = now;
    if (now - lastSeen >= quietFor) return lastSeen;
    if (now > nextReport) {
      const told = counts.map(([what, count]) => `${count} ${what}`);
      report(`Waiting for background work: ${told.join(', ')}`);
      nextReport += reportEvery;
    }
    await delay(lookEvery);
  }
}

async function unfinishedTasks({ meiliUrl, meiliKey }: Stack): Promise<number> {
  const url = `${meiliUrl}/tasks?statuses=enqueued,processing&limit=1`;
  const response = await fetch(url, { headers: { authorization: `Bearer ${meiliKey}` } });
  return ((await response.json()) as { total: number }).total;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
