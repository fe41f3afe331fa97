import DataLoader from 'dataloader';
import type { Model, mongo } from 'mongoose';
import type { DeletedRecord } from '../store/deleted-record-model.ts';
import type { MergedRecord } from '../store/merged-record-model.ts';

/** What has become of a record that comments may still come to. */
export interface RecordFate {
  readonly isDeleted: boolean;
  readonly merge: MergedRecord | undefined;
}

interface Sources {
  readonly deletedRecords: Model<DeletedRecord>;
  readonly mergedRecords: Model<MergedRecord>;
}

/** What has become of records: one question for all whose comments were committed together; nothing is remembered. */
export class RecordFates {
  readonly #sources: Sources;
  readonly #loader: DataLoader<number, RecordFate>;

  constructor(sources: Sources) {
    this.#sources = sources;
    this.#loader = new DataLoader((ids) => this.#read(ids), { cache: false });
  }

  /** Of one record. */
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
