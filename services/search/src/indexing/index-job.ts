import { Schema, type Connection, type Model } from 'mongoose';

/** Entries that have to be written to the engine. A job is kept until all of it is done, or it is set aside. */
export interface IndexJob {
  readonly _id: string;
  readonly recordIds: readonly number[];
  readonly commentIds: readonly number[];
  /**
   * When any instance may take it: whoever works on it now has died or failed by then. Absent for a job that is set aside;
   * an operator who gives it one has it tried again.
   */
  readonly dueAt?: Date;
  /** The instance that works on it. */
  readonly claim?: string | null;
  /** When it was first asked for. */
  readonly since: Date;
  /** How often it has failed. */
  readonly failures: number;
  /** How often it has failed through its entry's own fault. */
  readonly refusals: number;
  /** Why and since when it is not tried any more; absent for a job that is. */
  readonly setAside?: { readonly at: Date; readonly error: string };
}

const setAsideSchema = new Schema({ at: Date, error: String }, { _id: false });

const schema = new Schema<IndexJob>(
  {
    _id: { type: String, required: true },
    recordIds: { type: [Number], default: [] },
    commentIds: { type: [Number], default: [] },
    dueAt: { type: Date },
    claim: { type: String },
    since: { type: Date, default: () => new Date() },
    failures: { type: Number, default: 0 },
    refusals: { type: Number, default: 0 },
    setAside: { type: setAsideSchema },
  },
  { versionKey: false, collection: 'index_jobs' },
);
schema.index({ dueAt: 1 });
schema.index({ since: 1 });
schema.index({ 'setAside.at': 1 }, { sparse: true });

/** The jobs that are not done. */
export function indexJobModel(connection: Connection): Model<IndexJob> {
  return connection.model<IndexJob>('IndexJob', schema);
}
