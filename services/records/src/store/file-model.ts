import type { Connection } from 'mongoose';
import { storedModel } from '@svc/service-kit/store';

/**
 * `writing` until the record refers to the file; `dropped` once it no longer does. Only `kept` files are given to clients; a job removes
 * the objects of the others.
 */
export type FileState = 'writing' | 'kept' | 'dropped';

/** An object of a file: the file itself, or a thumbnail. */
export interface FileObject {
  readonly type: string;
  /** In bytes. */
  readonly size: number;
}

/** A file and what it belongs to. The document exists before the first byte is written and until the last one is removed. */
export interface FileDocument {
  readonly _id: string;
  readonly state: FileState;
  readonly since: Date;
  readonly postType: string;
  readonly recordId: number;
  /** The key of the field, or of the comment's meta. */
  readonly metaKey: string;
  readonly isOfComment: boolean;
  /** 0 for a site link. */
  readonly uploaderId: number;
  readonly name: string;
  readonly objects: {
    readonly full: FileObject;
    readonly thumb?: FileObject | undefined;
    readonly large?: FileObject | undefined;
  };
}

export const fileModel = (connection: Connection) =>
  storedModel<FileDocument>(
    connection,
    'files',
    [{ recordId: 1 }],
    // Files for the job to remove, few at any time.
    [
      { state: 1, since: 1 },
      { partialFilterExpression: { state: { $in: ['writing', 'dropped'] } }, name: 'unwanted' },
    ],
  );
