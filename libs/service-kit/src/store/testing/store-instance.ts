import type { Model } from 'mongoose';
import type { Actor, Operation } from '@svc/contracts';
import { captureLog, userActor } from '@svc/testing';
import type { StackHarness } from '@svc/testing/stack-harness';
import { Deadline } from '../../time/deadline.ts';
import { Collection } from '../collection.ts';
import type { Write } from '../commit.ts';
import { connectStore } from '../connect-store.ts';
import { Store, type CommitCall } from '../store.ts';

/** A document that tests write. */
export interface Item {
  readonly _id: string;
  readonly version: number;
  readonly count: number;
}

/** A write as a test makes it. */
interface WriteOptions {
  readonly key?: string;
  readonly actor?: Actor;
  readonly input?: string;
  readonly milliseconds?: number;
  /** Of the operation. */
  readonly name?: string;
}

/** A store as one instance of a service has it, with one collection. */
export class StoreInstance {
  readonly store: Store;
  readonly collection: Collection<Item>;
  readonly items: Model<Item>;

  private constructor(store: Store) {
    this.store = store;
    this.collection = new Collection<Item>(store, 'items');
    this.items = this.collection.model;
  }

  static async open(kit: StackHarness): Promise<StoreInstance> {
    const context = await kit.harness.context('records');
    const connection = await connectStore({ url: kit.stack.mongodbUrl, service: 'records' });
    const store = new Store({ ...context, connection, schemaVersion: 0 });
    const instance = new StoreInstance(store);
    kit.harness.onClose(() => store.close());
    await store.prepare();
    return instance;
  }

  /** A write of an operation, as its handler gets it. */
  call(options: WriteOptions = {}): CommitCall {
    const { key, actor = userActor(3, 'Mona'), input = '{}', milliseconds = 25_000, name } = options;
    const operation = { name: name ?? 'records.change', kind: 'write' } as unknown as Operation;
    const claim = this.store.idempotency.claimOf({ operation, actor, key, input: Buffer.from(input) });
    return { actor, deadline: Deadline.after(milliseconds), claim, log: captureLog().log };
  }

  insert(_id: string): Write {
    return this.collection.insert({ _id, version: 1, count: 1 });
  }

  /** Counts one up, if the document is still as it is now. */
  async countUp(_id: string): Promise<Write> {
    const { version } = (await this.items.findById(_id).lean()) as Item;
    return this.collection.update({ _id, version }, { $inc: { count: 1, version: 1 } });
  }
}
