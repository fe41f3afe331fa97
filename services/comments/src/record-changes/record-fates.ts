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

/** Entries expire after more seconds than any comment takes to arrive. */
const expiring = { expireAfterSeconds: 24 * 60 * 60 };

export class RecordFates {
  readonly #deleted: Model<DeletedRecord>;
  readonly #merged: Model<MergedRecord>;
  readonly #loader: DataLoader<number, RecordFate>;

  constructor(connection: Connection) {
    this.#deleted = storedModel<DeletedRecord>(connection, 'deleted_records', [{ deletedAt: 1 }, expiring]);
    this.#merged = storedModel<MergedRecord>(connection, 'merged_records', [{ mergedAt: 1 }, expiring]);
    this.#loader = new DataLoader((ids) => this.#read(ids), { cache: false });
  }

  /** Looks up a record: one query for all comments committed together, without a cache. */
  of(recordId: number): Promise<RecordFate> {
    return this.#loader.load(recordId);
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
