import { Schema, type Connection, type Model } from 'mongoose';

/** The failed logins of one account, or from one network, in the window that began with the first of them. */
export interface FailedLogins {
  readonly _id: string;
  readonly failures: number;
  readonly endsAt: Date;
}

const schema = new Schema<FailedLogins>(
  {
    _id: { type: String, required: true },
    failures: { type: Number, required: true },
    endsAt: { type: Date, required: true, expires: 0 },
  },
  { versionKey: false, collection: 'failed_logins' },
);

/** The collection of failed logins; MongoDB drops windows that are over. */
export function failedLoginsModel(connection: Connection): Model<FailedLogins> {
  return connection.model<FailedLogins>('FailedLogins', schema);
}
