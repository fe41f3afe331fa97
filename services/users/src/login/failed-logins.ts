import { Schema, type Connection, type Model } from 'mongoose';

/** The failed attempts of one key, since the first of them or, where each makes the next one wait, since a pause. */
export interface FailedLogins {
  readonly _id: string;
  readonly failures: number;
  /** When they are forgotten. */
  readonly endsAt: Date;
  /** Until when further attempts are refused; null while there may be more. */
  readonly refusedUntil: Date | null;
}

const schema = new Schema<FailedLogins>(
  {
    _id: { type: String, required: true },
    failures: { type: Number, required: true },
    endsAt: { type: Date, required: true, expires: 0 },
    refusedUntil: { type: Date, default: null },
  },
  { versionKey: false, collection: 'failed_logins' },
);

/** The collection of failed logins; MongoDB drops what is over. */
export function failedLoginsModel(connection: Connection): Model<FailedLogins> {
  return connection.model<FailedLogins>('FailedLogins', schema);
}
