import type { Connection } from 'mongoose';
import { storedModel } from '@svc/service-kit/store';

/** The last change of a record, and the keys of grants that ceased to cover it: for clients that were away. */
export interface RecordChangeDocument {
  /** The id of the record, which may be deleted. */
  readonly _id: number;
  readonly postType: string;
  /** The sequence of its last event in the stream of events. */
  readonly seq: number;
  /** Keys of grants (`grantKeys`) that no longer cover it, or no longer did for a while, each with the sequence of the event. */
  readonly lost?: readonly { readonly key: string; readonly seq: number }[];
  readonly at: Date;
}

/** For how many days changes are kept, and cursors are valid. */
export const changesKeptDays = 30;

const day = 24 * 60 * 60;

export const recordChangeModel = (connection: Connection) =>
  storedModel<RecordChangeDocument>(
    connection,
    'record_changes',
    [{ postType: 1, seq: 1 }],
    [{ at: 1 }, { expireAfterSeconds: changesKeptDays * day }],
  );
