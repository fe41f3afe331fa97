import { Schema, type Connection, type Model } from 'mongoose';

/** Entries to be written to the engine. A job is stored until it is done or set aside. */
export interface IndexJob {
  readonly _id: string;
  readonly recordIds: readonly number[];
  readonly commentIds: readonly number[];
  /**
   * When an instance may take the job: by then, one that works on it has failed or crashed. Absent for a job set aside;
   * an operator can set it to retry the job.
   */
  readonly dueAt?: Date;
  /** The instance that works on the job. */
  readonly claim?: string | null;
  /** When the job was requested. */
  readonly since: Date;
  /** The number of failures. */
  readonly failures: number;
  /** The number of failures by its own fault. */
  readonly refusals: number;
  /** Why and since when the job is not retried. */
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

export function indexJobModel(connection: Connection): Model<IndexJob> {
  return connection.model<IndexJob>('IndexJob', schema);
}
