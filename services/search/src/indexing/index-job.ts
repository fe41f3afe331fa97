import { Schema, type Connection, type Model } from 'mongoose';

/** Entries that have to be written to the engine. A job is kept until all of it is done. */
export interface IndexJob {
  readonly _id: string;
  readonly recordIds: readonly number[];
  readonly commentIds: readonly number[];
  /** When any instance may take it: whoever works on it now has died or failed by then. */
  readonly dueAt: Date;
  /** How often it has failed. */
  readonly failures: number;
}

const schema = new Schema<IndexJob>(
  {
    _id: { type: String, required: true },
    recordIds: { type: [Number], default: [] },
    commentIds: { type: [Number], default: [] },
    dueAt: { type: Date, required: true },
    failures: { type: Number, default: 0 },
  },
  { versionKey: false, collection: 'index_jobs' },
);
schema.index({ dueAt: 1 });

/** The jobs that are not done. */
export function indexJobModel(connection: Connection): Model<IndexJob> {
  return connection.model<IndexJob>('IndexJob', schema);
}
