import DataLoader from 'dataloader';
import type { Model, mongo } from 'mongoose';
import type { DeletedRecord } from '../store/deleted-record-model.ts';
import type { MergedRecord } from '../store/merged-record-model.ts';

/** Whether a record, to which comments may still arrive, was deleted or merged. */
export interface RecordFate {
  readonly isDeleted: boolean;
  readonly merge: MergedRecord | undefined;
}

interface Sources {
  readonly deletedRecords: Model<DeletedRecord>;
  readonly mergedRecords: Model<MergedRecord>;
}

/** Looks up deletions and merges of records: one query for all comments committed together, without a cache. */
export class RecordFates {
  readonly #sources: Sources;
  readonly #loader: DataLoader<number, RecordFate>;

  constructor(sources: Sources) {
    this.#sources = sources;
    this.#loader = new DataLoader((ids) => this.#read(ids), { cache: false });
  }

  of(recordId: number): Promise<RecordFate> {
    return this.#loader.load(recordId);
  }

  async #read(ids: readonly number[]): Promise<RecordFate[]> {
    const { deletedRecords, mergedRecords } = this.#sources;
    const asked: mongo.Document = { $match: { _id: { $in: ids } } };
    const merges = { coll: mergedRecords.collection.collectionName, pipeline: [asked] };
    const found = await deletedRecords.collection
      .aggregate<DeletedRecord | MergedRecord>([asked, { $unionWith: merges }])
      .toArray();
    const deleted = new Set(found.flatMap((each) => ('toId' in each ? [] : [each._id])));
    const merged = new Map(found.flatMap((each) => ('toId' in each ? [[each._id, each]] : [])));
    return ids.map((id) => ({ isDeleted: deleted.has(id), merge: merged.get(id) }));
  }
}
