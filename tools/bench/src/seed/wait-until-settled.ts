import { setTimeout as delay } from 'node:timers/promises';
import { commandStream, eventStream, viewStream } from '@svc/contracts';
import { adminBus, type Report, type Stack } from '@svc/local-stack';
import { connectBus, createLogger } from '@svc/service-kit';
import type { JetStreamManager } from 'nats';
import { connectMongo, type MongoConnection } from '../stack/connect-mongo.ts';

const reportEvery = 10_000;

/**
 * Waits until nothing is left of what was written before: the services have published it all, every consumer has taken
 * it, the engine has indexed it, and the built-in location grid is stored. Otherwise the first rows would be measured beside that work.
 */
export async function waitUntilSettled(stack: Stack, report: Report): Promise<void> {
  const bus = await connectAdmin(stack);
  const mongo = await connectMongo(stack.mongodbUrl);
  try {
    const manager = await bus.jetstreamManager();
    let nextReport = performance.now() + reportEvery;
    for (;;) {
      const left = await leftToDo({ stack, manager, mongo });
      if (Object.values(left).every((count) => count === 0)) return;
      if (performance.now() > nextReport) {
        const counts = Object.entries(left).map(([what, count]) => `${count} ${what}`);
        report(`Waiting until all is indexed: ${counts.join(', ')}`);
        nextReport += reportEvery;
      }
      await delay(200);
    }
  } finally {
    await mongo.close();
    await bus.close();
  }
}

/** Events are of no use once everybody has taken them, and would be read at every start. */
export async function forgetEvents(stack: Stack): Promise<void> {
  const bus = await connectAdmin(stack);
  const manager = await bus.jetstreamManager();
  await manager.streams.purge(eventStream);
  await bus.close();
}

function connectAdmin(stack: Stack) {
  const log = createLogger({ service: 'bench', level: 'silent' });
  return connectBus({ config: adminBus(stack, {}), identity: 'admin', log });
}

interface Places {
  stack: Stack;
  manager: JetStreamManager;
  mongo: MongoConnection;
}

async function leftToDo({ stack, manager, mongo }: Places): Promise<Record<string, number>> {
  const outboxes = ['records', 'comments', 'users'].map((service) =>
    mongo.of(service).collection('outbox').countDocuments(),
  );
  return {
    'to publish': sum(await Promise.all(outboxes)),
    events: await untaken(manager, eventStream),
    views: await untaken(manager, viewStream),
    commands: await untaken(manager, commandStream),
    jobs: await mongo
      .of('search')
      .collection('index_jobs')
      .countDocuments({ dueAt: { $exists: true } }),
    'rebuilds and checks': await mongo
      .of('search')
      .collection('index_work')
      .countDocuments({ endedAt: { $exists: false } }),
    'tasks of Meilisearch': await unfinishedTasks(stack),
    'location grids': await mongo
      .of('records')
      .collection('location_grid_state')
      .countDocuments({ builtIn: 'coming' }),
  };
}

async function untaken(manager: JetStreamManager, stream: string): Promise<number> {
  const consumers = await manager.consumers.list(stream).next();
  return sum(consumers.map((consumer) => consumer.num_pending + consumer.num_ack_pending));
}

async function unfinishedTasks({ meiliUrl, meiliKey }: Stack): Promise<number> {
  const url = `${meiliUrl}/tasks?statuses=enqueued,processing&limit=1`;
  const response = await fetch(url, { headers: { authorization: `Bearer ${meiliKey}` } });
  return ((await response.json()) as { total: number }).total;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
