import type { Connection } from 'mongoose';
import { storedModel } from '@svc/service-kit/store';

/**
 * A share of a record with a user: its id and creation time. The authoritative list of users is in the record (`sharedWith`). Records that
 * were not stored by the operations may have no such documents.
 */
export interface ShareDocument {
  readonly _id: number;
  readonly recordId: number;
  readonly userId: number;
  readonly createdAt: Date;
  /** Always null: a property of shares that clients expect (docs/guides/sharing.md). */
  readonly meta: null;
}

export const shareModel = (connection: Connection) =>
  storedModel<ShareDocument>(connection, 'shares', [{ recordId: 1, userId: 1 }, { unique: true }]);
