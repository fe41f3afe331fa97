import type { World } from '../../support/world.ts';

/** The databases of services with endpoints about records. */
const databases = ['records', 'comments', 'users'] as const;

/** Collections that services also query in the background. */
const ofItsOwn =
  /\.system\.|\.outbox$|\.site_settings$|\.signing_keys$|\.mails$|\.pushes$|\.notifications$|\.last_views$|\.recent$|\.roles_revision$|\.index_jobs$|\.audit_(pending|log|head)$/;

/** A query without its values. */
type Shape = string;

interface Profiled {
  readonly ns: string;
  readonly op: string;
  readonly command: Readonly<Record<string, unknown>>;
}

/** Reads stored records and the queries of requests from the databases. */
export class DatabaseWatch {
  readonly #world: World;
  #profiling: Promise<unknown> | undefined;

  constructor(world: World) {
    this.#world = world;
  }

  /** The stored record; null when it is missing. */
  async record(id: number): Promise<unknown> {
    return this.#world.databaseOf('records').collection<{ _id: number }>('records').findOne({ _id: id });
  }

  /**
   * The shapes of the queries of a request; no other request may run, and the world must be settled. Leaves out lookups of users, since the
   * gateway caches callers for some seconds and due mails look up recipients, and the collection of unused files.
   */
  async queriesOf(request: () => Promise<unknown>): Promise<readonly Shape[]> {
    const all = databases.map((name) => this.#world.databaseOf(name));
    this.#profiling ??= Promise.all(all.map((database) => database.setProfilingLevel('all')));
    await this.#profiling;
    const since = new Date();
    await request();
    const user = { ns: { $regex: '_users\\.users$' }, 'command.filter._id': { $type: 'number' } };
    const job = { 'command.comment': { $in: ['deliveries', 'unwanted files'] } };
    const asked = { ts: { $gte: since }, ns: { $not: ofItsOwn }, op: { $ne: 'getmore' }, $nor: [user, job] };
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
