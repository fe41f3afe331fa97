import DataLoader from 'dataloader';
import type { Connection, Model, mongo } from 'mongoose';
import { storedModel } from '@svc/service-kit/store';

/** A deleted record; ids are never used again. */
interface DeletedRecord {
  readonly _id: number;
  readonly deletedAt: Date;
}

/** A merged record whose comments were moved to another record. */
interface MergedRecord {
  readonly _id: number;
  readonly toId: number;
  readonly mergedAt: Date;
}

/** Whether a record, to which comments may still arrive, was deleted or merged. */
interface RecordFate {
  readonly isDeleted: boolean;
  readonly merge: MergedRecord | undefined;
}

/** Milliseconds for which look-ups gather that nobody waits for. */
const gatheringMs = 100;

/** Entries expire after more seconds than any comment takes to arrive. */
const expiring = { expireAfterSeconds: 24 * 60 * 60 };

export class RecordFates {
  readonly #deleted: Model<DeletedRecord>;
  readonly #merged: Model<MergedRecord>;
  readonly #loader: DataLoader<number, RecordFate>;
  readonly #gathering: DataLoader<number, RecordFate>;

  constructor(connection: Connection) {
    this.#deleted = storedModel<DeletedRecord>(connection, 'deleted_records', [{ deletedAt: 1 }, expiring]);
    this.#merged = storedModel<MergedRecord>(connection, 'merged_records', [{ mergedAt: 1 }, expiring]);
    const read = (ids: readonly number[]) => this.#read(ids);
    this.#loader = new DataLoader(read, { cache: false });
    const batchScheduleFn = (look: () => void) => void setTimeout(look, gatheringMs);
    this.#gathering = new DataLoader(read, { cache: false, batchScheduleFn });
  }

  /**
   * Looks up a record, without a cache: one query for all comments committed together, or within a moment if nobody waits for them.
   */
  of(recordId: number, { isAwaited }: { isAwaited: boolean }): Promise<RecordFate> {
    return (isAwaited ? this.#loader : this.#gathering).load(recordId);
  }

  async noteDeletion(_id: number): Promise<void> {
    await this.#deleted.updateOne({ _id }, { $setOnInsert: { deletedAt: new Date() } }, { upsert: true });
  }

  /** Stores where a record's comments went. The primary record no longer counts as merged into this one. */
  async noteMerge(_id: number, toId: number): Promise<void> {
    await this.#merged.updateOne(
      { _id },
      // A repeated delivery keeps the time of the merge.
      { $set: { toId }, $setOnInsert: { mergedAt: new Date() } },
      { upsert: true },
    );
    await this.#merged.deleteOne({ _id: toId, toId: _id });
  }

  async #read(ids: readonly number[]): Promise<RecordFate[]> {
    const asked: mongo.Document = { $match: { _id: { $in: ids } } };
    const merges = { coll: this.#merged.collection.collectionName, pipeline: [asked] };
    const found = await this.#deleted.collection
      .aggregate<DeletedRecord | MergedRecord>([asked, { $unionWith: merges }])
      .toArray();
    const deleted = new Set(found.flatMap((each) => ('toId' in each ? [] : [each._id])));
    const merged = new Map(found.flatMap((each) => ('toId' in each ? [[each._id, each]] : [])));
    return ids.map((each) => ({ isDeleted: deleted.has(each), merge: merged.get(each) }));
  }
}
