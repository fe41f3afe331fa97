import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { mongo } from 'mongoose';

/** The lease has expired or another instance holds it: further writes of the former holder are rejected. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';

  constructor() {
    super('another instance has taken the lease');
  }
}

/** Where leases are stored: in the documents on which instances work. */
export interface LeaseOptions {
  readonly collection: mongo.Collection;
  /** Path of the holder; the value is null while there is none. */
  readonly holder: string;
  /** Path of the time from which another instance may take the lease. A document without one is free. */
  readonly until: string;
  readonly leaseMs: number;
  /** The clock for times of leases; when absent that of the database, so that the clocks of instances do not matter. */
  readonly now?: () => Date;
}

/** Which document to take; `set` holds expressions that are written with the lease. */
interface Acquisition {
  readonly filter: mongo.Document;
  readonly sort?: mongo.Sort;
  readonly set?: mongo.Document;
}

/** How many documents to take. */
interface Amount {
  readonly limit: number;
  /** Chooses among the first `window` documents, of which it gets the values of `projection`; when absent, the first ones are taken. */
  readonly share?:
    | {
        readonly window: number;
        readonly projection: mongo.Document;
        readonly choose: (candidates: readonly mongo.Document[]) => readonly mongo.Document[];
      }
    | undefined;
}

interface Identified {
  readonly _id: unknown;
}

/** A document with the lease on it. */
interface AcquiredLease<Document> {
  readonly lease: Lease;
  readonly document: Document;
}

/** Values by path; undefined removes one. */
export type Values = Readonly<Record<string, unknown>>;

/** A lease on a document, on which only its holder works (docs/adr/0013-background-jobs.md). */
export class Lease {
  readonly #options: LeaseOptions;
  readonly #held: mongo.Document;
  #renewal: NodeJS.Timeout | undefined;

  /** Makes the object for a lease that its holder has written itself, with the document. */
  constructor(options: LeaseOptions, _id: unknown, holder: string) {
    this.#options = options;
    this.#held = { _id, [options.holder]: holder };
  }

  /** Takes the first matching document that no instance holds; undefined if there is none. */
  static async acquire<Document>(
    options: LeaseOptions,
    { filter, sort, set = {} }: Acquisition,
  ): Promise<AcquiredLease<Document> | undefined> {
    const { collection, holder: path, until } = options;
    const holder = newHolder();
    const isFree = { $expr: { $lte: [`$${until}`, nowOf(options)] } };
    const document = await collection.findOneAndUpdate(
      { $and: [filter, isFree] },
      [{ $set: { [path]: { $literal: holder }, [until]: leaseEnd(options), ...set } }],
      { returnDocument: 'after', ...(sort && { sort }) },
    );
    if (!document) return undefined;
    return { document: document as Document, lease: new Lease(options, document._id, holder) };
  }

  /**
   * Takes up to `limit` matching documents that no instance holds, in their order, with one holder. It sends three commands, whatever the
   * number of documents.
   */
  static async acquireMany<Document extends Identified>(
    options: LeaseOptions,
    { filter, sort = {}, set = {}, limit, share }: Acquisition & Amount,
  ): Promise<readonly AcquiredLease<Document>[]> {
    const { collection, holder: path, until } = options;
    const holder = newHolder();
    const isFree = { $and: [filter, { $expr: { $lte: [`$${until}`, nowOf(options)] } }] };
    const projection = { _id: 1, ...share?.projection };
    const free = await collection
      .find(isFree, { projection, sort, limit: share ? share.window : limit })
      .toArray();
    const chosen = share ? share.choose(free) : free;
    if (chosen.length === 0) return [];
    const order = chosen.map(({ _id }) => String(_id));
    const among = { _id: { $in: chosen.map((each) => each._id as mongo.ObjectId) } };
    await collection.updateMany({ ...isFree, ...among }, [
      { $set: { [path]: { $literal: holder }, [until]: leaseEnd(options), ...set } },
    ]);
    const taken = await collection.find({ ...among, [path]: holder }).toArray();
    // In the order of the first query: the update changes the end of the lease, which may be part of `sort`.
    return taken
      .toSorted((a, b) => order.indexOf(String(a._id)) - order.indexOf(String(b._id)))
      .map((document) => ({
        document: document as unknown as Document,
        lease: new Lease(options, document._id, holder),
      }));
  }

  /** Renews the lease until `drop`. The next write finds out whether it was lost. */
  keep(): this {
    this.#renewal ??= setInterval(() => void this.write().catch(() => undefined), this.#options.leaseMs / 3);
    return this;
  }

  /** Stops renewing the lease. */
  drop(): void {
    clearInterval(this.#renewal);
  }

  /** Writes these values and renews the lease. @throws LeaseLost also when `filter` does not match */
  async write(values: Values = {}, filter: mongo.Document = {}): Promise<void> {
    await this.#update(values, { [this.#options.until]: leaseEnd(this.#options) }, filter);
  }

  /** Writes these values and releases the lease: the document is free now, or from the time among the values. @throws LeaseLost */
  async release(values: Values = {}): Promise<void> {
    const { holder, until } = this.#options;
    await this.#update(values, { [holder]: null, [until]: nowOf(this.#options) });
    this.drop();
  }

  async #update(values: Values, own: mongo.Document, filter: mongo.Document = {}): Promise<void> {
    const set = Object.entries(values).map(([path, value]) => [path, literal(value)] as const);
    // Two stages, because the values may contain the paths of the lease itself.
    const stages = set.length > 0 ? [{ $set: Object.fromEntries(set) }] : [];
    const held = { ...this.#held, ...filter };
    const { matchedCount } = await this.#options.collection.updateOne(held, [{ $set: own }, ...stages]);
    if (matchedCount === 1) return;
    this.drop();
    throw new LeaseLost();
  }
}

/** Ignores `LeaseLost`, because another instance continues the work. @throws any other error */
export function unlessLost(error: unknown): void {
  if (!(error instanceof LeaseLost)) throw error;
}

/** Makes a name for a holder in the database. */
export function newHolder(): string {
  return `${hostname()}/${randomUUID()}`;
}

function nowOf({ now }: LeaseOptions): Date | '$$NOW' {
  return now?.() ?? '$$NOW';
}

function leaseEnd(options: LeaseOptions): mongo.Document {
  return { $add: [nowOf(options), options.leaseMs] };
}

function literal(value: unknown): unknown {
  return value === undefined ? '$$REMOVE' : { $literal: value };
}
