import { Schema, type Model } from 'mongoose';
import type { Actor, Operation } from '@svc/contracts';
import type { Write } from '../store/commit.ts';
import { connectStore } from '../store/connect-store.ts';
import { Store, type CommitCall } from '../store/store.ts';
import { Deadline } from '../time/deadline.ts';
import { captureLog } from './capture-log.ts';
import type { StackHarness } from './stack-harness.ts';
import { userActor } from './user-actor.ts';

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
  readonly items: Model<Item>;

  private constructor(store: Store) {
    this.store = store;
    const schema = new Schema<Item>(
      { _id: String, version: Number, count: Number },
      { versionKey: false, collection: 'items' },
    );
    this.items = store.connection.model<Item>('Item', schema);
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
    const document = { _id, version: 1, count: 1 } as never;
    return { model: { name: 'insertOne', namespace: this.store.namespace(this.items), document } };
  }

  /** Counts one up, if the document is still as it is now. */
  async countUp(_id: string): Promise<Write> {
    const { version } = (await this.items.findById(_id).lean()) as Item;
    const filter = { _id, version } as never;
    const update = { $inc: { count: 1, version: 1 } };
    const namespace = this.store.namespace(this.items);
    return { model: { name: 'updateOne', namespace, filter, update }, mustMatch: true };
  }
}
