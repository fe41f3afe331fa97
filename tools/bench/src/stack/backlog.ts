import { setTimeout as delay } from 'node:timers/promises';
import { commandStream, eventStream, viewStream } from '@svc/contracts';
import { adminBus, type Report, type Stack } from '@svc/local-stack';
import { connectBus, createLogger } from '@svc/service-kit';
import type { JetStreamManager, NatsConnection } from 'nats';
import { connectMongo, type MongoConnection } from './connect-mongo.ts';

const reportEvery = 10_000;
const lookEvery = 200;
/** Milliseconds for which the backlog must stay empty: requests aborted at the end of a measurement may still write. */
const quietFor = 500;

interface Connections {
  readonly stack: Stack;
  readonly report: Report;
  readonly bus: NatsConnection;
  readonly manager: JetStreamManager;
  readonly mongo: MongoConnection;
}

/** The work of the services that is still open after their answers. */
export class Backlog {
  readonly #at: Connections;

  private constructor(at: Connections) {
    this.#at = at;
  }

  static async open(stack: Stack, report: Report): Promise<Backlog> {
    const log = createLogger({ service: 'bench', level: 'silent' });
    const bus = await connectBus({ config: adminBus(stack, {}), identity: 'admin', log });
    const manager = await bus.jetstreamManager();
    return new Backlog({ stack, report, bus, manager, mongo: await connectMongo(stack.mongodbUrl) });
  }

  /**
   * Waits until the backlog is empty: all events are published and handled, the index is up to date, and the built-in location grid is stored.
   * Returns the milliseconds until then; 0 when the backlog was empty.
   */
  async settled(): Promise<number> {
    const started = performance.now();
    let lastSeen = 0;
    let nextReport = reportEvery;
    for (;;) {
      const left = await this.#left();
      const now = performance.now() - started;
      if (Object.values(left).some((count) => count > 0)) lastSeen = now;
      if (now - lastSeen >= quietFor) return lastSeen;
      if (now > nextReport) {
        const counts = Object.entries(left).map(([what, count]) => `${count} ${what}`);
        this.#at.report(`Waiting until all is indexed: ${counts.join(', ')}`);
        nextReport += reportEvery;
      }
      await delay(lookEvery);
    }
  }

  /** Purges the events, which every start would read again. */
  async forgetEvents(): Promise<void> {
    await this.#at.manager.streams.purge(eventStream);
  }

  async lastEvent(subject: string): Promise<string> {
    const message = await this.#at.manager.streams.getMessage(eventStream, { last_by_subj: subject });
    return message.string();
  }

  async close(): Promise<void> {
    await this.#at.mongo.close();
    await this.#at.bus.close();
  }

  async #left(): Promise<Record<string, number>> {
    const count = (service: string, collection: string, filter = {}) =>
      this.#at.mongo.of(service).collection(collection).countDocuments(filter);
    const outboxes = ['records', 'comments', 'users'].map((service) => count(service, 'outbox'));
    return {
      'to publish': sum(await Promise.all(outboxes)),
      events: await this.#untaken(eventStream),
      views: await this.#untaken(viewStream),
      commands: await this.#untaken(commandStream),
      jobs: await count('search', 'index_jobs', { dueAt: { $exists: true } }),
      'rebuilds and checks': await count('search', 'index_work', { endedAt: { $exists: false } }),
      'tasks of Meilisearch': await unfinishedTasks(this.#at.stack),
      'location grids': await count('records', 'location_grid_state', { builtIn: 'coming' }),
    };
  }

  async #untaken(stream: string): Promise<number> {
    const consumers = await this.#at.manager.consumers.list(stream).next();
    return sum(consumers.map((consumer) => consumer.num_pending + consumer.num_ack_pending));
  }
}

async function unfinishedTasks({ meiliUrl, meiliKey }: Stack): Promise<number> {
  const url = `${meiliUrl}/tasks?statuses=enqueued,processing&limit=1`;
  const response = await fetch(url, { headers: { authorization: `Bearer ${meiliKey}` } });
  return ((await response.json()) as { total: number }).total;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
