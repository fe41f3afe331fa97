import type { Connection } from 'mongoose';
import { storedModel } from '@svc/service-kit/store';

/** An upload in progress: its sender and its record. */
export interface UploadDocument {
  readonly _id: string;
  /** See `uploaderOf`. */
  readonly uploader: string;
  readonly postType: string;
  readonly recordId: number;
  readonly createdAt: Date;
  /** Of the pieces that were sent. */
  readonly bytes: number;
  /** Time of its last chunk. */
  readonly heardAt: Date;
}

/** A chunk of a file that is being uploaded. */
export interface UploadChunk {
  readonly upload: string;
  readonly file: number;
  readonly part: number;
  readonly data: Uint8Array;
  readonly createdAt: Date;
}

/** Lifetime of an upload, in seconds. */
const lifeSeconds = 60 * 60;

export const uploadModel = (connection: Connection) =>
  storedModel<UploadDocument>(
    connection,
    'uploads',
    [{ uploader: 1 }],
    [{ createdAt: 1 }, { expireAfterSeconds: lifeSeconds }],
  );

export const uploadChunkModel = (connection: Connection) =>
  storedModel<UploadChunk>(
    connection,
    'upload_chunks',
    [{ upload: 1, file: 1, part: 1 }, { unique: true }],
    [{ createdAt: 1 }, { expireAfterSeconds: lifeSeconds }],
  );
