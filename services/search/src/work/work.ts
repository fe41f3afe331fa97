import { Schema, type Connection, type Model } from 'mongoose';

/** A long piece of work on the index, as it is kept: one document for each kind, that of its last time or of now. */
export interface Work<Progress = unknown> {
  readonly _id: 'rebuild' | 'check';
  /** Names this time, in hexadecimal digits. */
  readonly run: string;
  readonly begunAt: Date;
  /** Absent while it is not over. */
  readonly endedAt?: Date;
  /** Why it ended without success. */
  readonly failure?: string;
  /** Why it does not get on at the moment. */
  readonly waitsFor?: string;
  /** The instance that works on it, until when any other may take it. */
  readonly holder: string;
  readonly heldUntil: Date;
  /** How long somebody has worked on it, in milliseconds. */
  readonly worked: number;
  readonly progress: Progress;
}

const schema = new Schema<Work>(
  {
    _id: { type: String, required: true },
    run: { type: String, required: true },
    begunAt: { type: Date, required: true },
    endedAt: { type: Date },
    failure: { type: String },
    waitsFor: { type: String },
    holder: { type: String, default: '' },
    heldUntil: { type: Date, required: true },
    worked: { type: Number, default: 0 },
    progress: { type: Schema.Types.Mixed, required: true },
  },
  { versionKey: false, collection: 'index_work', minimize: false },
);

/** The long pieces of work on the index. */
export function workModel(connection: Connection): Model<Work> {
  return connection.model<Work>('IndexWork', schema);
}

/** When a piece of work on the index began and ended, and what is in its way. */
export function presentWork({ begunAt, endedAt, failure, waitsFor }: Work) {
  return {
    begun_at: begunAt.toISOString(),
    ...(endedAt && { ended_at: endedAt.toISOString() }),
    ...(failure !== undefined && { failure }),
    ...(waitsFor !== undefined && !endedAt && { waits_for: waitsFor }),
  };
}
