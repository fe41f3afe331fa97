import { Schema, type Connection, type Model } from 'mongoose';

/** An upload in progress: its sender and its record. */
export interface UploadDocument {
  readonly _id: string;
  /** See `uploaderOf`. */
  readonly uploader: string;
  readonly postType: string;
  readonly recordId: number;
  readonly createdAt: Date;
  /** Time of its last chunk. */
  readonly heardAt: Date;
}

/** A chunk of a file that is being uploaded. */
export interface UploadChunk {
  readonly upload: string;
  readonly file: number;
  readonly part: number;
  readonly data: Buffer;
  readonly createdAt: Date;
}

/** Lifetime of an upload, in seconds. */
const lifeSeconds = 60 * 60;

const required = true;

const uploadSchema = new Schema<UploadDocument>(
  {
    _id: { type: String, required },
    uploader: { type: String, required },
    postType: { type: String, required },
    recordId: { type: Number, required },
    createdAt: { type: Date, required },
    heardAt: { type: Date, required },
  },
  { versionKey: false, collection: 'uploads' },
);
uploadSchema.index({ uploader: 1 });
uploadSchema.index({ createdAt: 1 }, { expireAfterSeconds: lifeSeconds });

const chunkSchema = new Schema<UploadChunk>(
  {
    upload: { type: String, required },
    file: { type: Number, required },
    part: { type: Number, required },
    data: { type: Buffer, required },
    createdAt: { type: Date, required },
  },
  { versionKey: false, collection: 'upload_chunks' },
);
chunkSchema.index({ upload: 1, file: 1, part: 1 }, { unique: true });
chunkSchema.index({ createdAt: 1 }, { expireAfterSeconds: lifeSeconds });

/** Uploads in progress. */
export function uploadModel(connection: Connection): Model<UploadDocument> {
  return connection.model<UploadDocument>('Upload', uploadSchema);
}

/** The chunks of their files, until the files are stored. */
export function uploadChunkModel(connection: Connection): Model<UploadChunk> {
  return connection.model<UploadChunk>('UploadChunk', chunkSchema);
}
