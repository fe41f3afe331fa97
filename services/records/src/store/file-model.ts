import { Schema, type Connection, type Model } from 'mongoose';

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
  /** Whether it belongs to a comment. */
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

const required = true;
const object = new Schema<FileObject>(
  { type: { type: String, required }, size: { type: Number, required } },
  { _id: false, id: false },
);

const schema = new Schema<FileDocument>(
  {
    _id: { type: String, required },
    state: { type: String, required },
    since: { type: Date, required },
    postType: { type: String, required },
    recordId: { type: Number, required },
    metaKey: { type: String, required },
    isOfComment: { type: Boolean, required },
    uploaderId: { type: Number, required },
    name: { type: String, required },
    objects: { full: { type: object, required }, thumb: object, large: object },
  },
  { versionKey: false, collection: 'files' },
);
schema.index({ recordId: 1 });
// Files for the job to remove, few at any time.
schema.index(
  { state: 1, since: 1 },
  { partialFilterExpression: { state: { $in: ['writing', 'dropped'] } }, name: 'unwanted' },
);

/** The files of records, whichever storage has their bytes. */
export function fileModel(connection: Connection): Model<FileDocument> {
  return connection.model<FileDocument>('File', schema);
}
