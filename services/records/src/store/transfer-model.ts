import type { Connection } from 'mongoose';
import { storedModel } from '@svc/service-kit/store';

/** A request to the other site that may have been sent: it is repeated unchanged until its answer is known. */
export interface PendingRequest {
  readonly kind: 'contact' | 'comments';
  /** Its number among the requests of the transfer, by which the receiver recognizes a repetition. */
  readonly number: number;
  /** The values sent in addition to the token, as JSON. */
  readonly body: string;
  /** The number of comments in it, and the id of the last comment sent with it or before. */
  readonly comments: number;
  readonly through: number;
}

/** The transfer of a contact to another site, or from one. */
export interface Transfer {
  /** The key of the attempt if the contact is sent; derived from the request if it was received. */
  readonly _id: string;
  readonly direction: 'in' | 'out';
  /** A transfer to another site is `sending` until the contact is closed here. */
  readonly state: 'sending' | 'done' | 'given up';
  readonly recordId: number;
  /** The key of the contact at both sites, however often it is transferred between them. */
  readonly foreignKey: string;
  readonly siteLinkId: number;
  /** The id of the contact at the other site; 0 while unknown. */
  readonly remoteId: number;
  /** The other site's GUID of the contact; empty for a contact that is sent. */
  readonly remoteGuid: string;
  /** Number of comments sent or received. */
  readonly comments: number;
  /** The id of the last comment sent. */
  readonly through: number;
  readonly pending: PendingRequest | null;
  /** Number of completed requests. */
  readonly sent: number;
  /** Keys of the requests that brought comments to a received contact: a repeated request changes nothing. */
  readonly requests: readonly string[];
  /** The end of the lease of the request that is sending it. */
  readonly heldUntil: Date;
  readonly createdAt: Date;
}

export const transferModel = (connection: Connection) =>
  storedModel<Transfer>(
    connection,
    'transfers',
    [{ recordId: 1, createdAt: -1 }],
    [{ foreignKey: 1 }],
    // At most one transfer of a contact over a link is in progress.
    [
      { recordId: 1, siteLinkId: 1 },
      { unique: true, partialFilterExpression: { state: 'sending' }, name: 'one_on_its_way' },
    ],
  );
