import mongoose, { type Connection } from 'mongoose';

/** The databases of the services that are asked about records. */
const databases = ['svc_records', 'svc_comments', 'svc_users'] as const;

/** Collections that services look at whether or not somebody asks. */
const ofItsOwn = /\.system\.|\.outbox$|\.site_settings$/;

/** A query, without the values that it asks for. */
type Shape = string;

interface Profiled {
  readonly ns: string;
  readonly op: string;
  readonly command: Readonly<Record<string, unknown>>;
}

/** Looks behind the services: what is stored, and which queries a request makes. */
export class DatabaseWatch {
  readonly #connection: Connection;

  private constructor(connection: Connection) {
    this.#connection = connection;
  }

  static async open(url: string): Promise<DatabaseWatch> {
    return new DatabaseWatch(await mongoose.createConnection(url).asPromise());
  }

  /** A record as it is stored; null when there is none. */
  async record(id: number): Promise<unknown> {
    return this.#database('svc_records').collection<{ _id: number }>('records').findOne({ _id: id });
  }

  /** The queries that a piece of work makes, by their shapes. */
  async queriesOf(work: () => Promise<unknown>): Promise<readonly Shape[]> {
    const since = new Date();
    const all = databases.map((name) => this.#database(name));
    await Promise.all(all.map((database) => database.setProfilingLevel('all')));
    try {
      await work();
    } finally {
      await Promise.all(all.map((database) => database.setProfilingLevel('off')));
    }
    const found = await Promise.all(
      all.map((database) =>
        database
          .collection<Profiled>('system.profile')
          .find({ ts: { $gte: since }, ns: { $not: ofItsOwn }, op: { $ne: 'getmore' } })
          .toArray(),
      ),
    );
    return found.flat().map(shapeOf).toSorted();
  }

  async close(): Promise<void> {
    await this.#connection.close();
  }

  #database(name: string) {
    return this.#connection.useDb(name, { useCache: true }).getClient().db(name);
  }
}

function shapeOf({ ns, op, command }: Profiled): Shape {
  const { filter, pipeline, query } = command;
  return `${op} ${ns} ${JSON.stringify(withoutValues(filter ?? pipeline ?? query))}`;
}

function withoutValues(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutValues);
  if (typeof value !== 'object' || value === null) return '?';
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutValues(inner)]));
}
