import type { World } from '../../support/world.ts';

/** The databases of the services that are asked about records. */
const databases = ['records', 'comments', 'users'] as const;

/** Collections that services look at from time to time, whatever is asked. */
const ofItsOwn =
  /\.system\.|\.outbox$|\.site_settings$|\.signing_keys$|\.mails$|\.pushes$|\.notifications$|\.last_views$|\.recent$/;

/** A query, without the values that it asks for. */
type Shape = string;

interface Profiled {
  readonly ns: string;
  readonly op: string;
  readonly command: Readonly<Record<string, unknown>>;
}

/** Looks behind the services: what is stored, and which queries a request makes. */
export class DatabaseWatch {
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  /** A record as it is stored; null when there is none. */
  async record(id: number): Promise<unknown> {
    return this.#world.databaseOf('records').collection<{ _id: number }>('records').findOne({ _id: id });
  }

  /**
   * The queries that a user's request makes, by their shapes. It is the only one, and nothing that was done before goes on
   * beside it. That a user is looked up is left out: who the caller is, the gateway remembers for some seconds, and mails that
   * are due look for theirs; so is that files are collected which nobody wants any more.
   */
  async queriesOf(request: () => Promise<unknown>): Promise<readonly Shape[]> {
    const all = databases.map((name) => this.#world.databaseOf(name));
    await this.#world.settled();
    await Promise.all(all.map((database) => database.collection('system.profile').drop()));
    await Promise.all(all.map((database) => database.setProfilingLevel('all')));
    try {
      await request();
    } finally {
      await Promise.all(all.map((database) => database.setProfilingLevel('off')));
    }
    const user = { ns: { $regex: '_users\\.users$' }, 'command.filter._id': { $type: 'number' } };
    const job = { 'command.comment': { $in: ['deliveries', 'unwanted files'] } };
    const asked = { ns: { $not: ofItsOwn }, op: { $ne: 'getmore' }, $nor: [user, job] };
    const found = all.map((each) => each.collection<Profiled>('system.profile').find(asked).toArray());
    return (await Promise.all(found)).flat().map(shapeOf).toSorted();
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
