import { randomBytes } from 'node:crypto';
import { fileChunkBytes, msg, ServiceError, type Actor } from '@svc/contracts';
import { invalidParam } from '@svc/service-kit';
import type { UploadChunk, UploadDocument } from '../store/upload-models.ts';
import type { FileDeps } from './file-deps.ts';

type Deps = Pick<FileDeps, 'uploads' | 'uploadChunks' | 'fileMetrics' | 'maxFileBytes'>;

/** Marks the queries for unwanted files in the logs and profiles of MongoDB. */
export const unwantedComment = 'unwanted files';

/** Maximum number of open uploads of one caller: pieces take space until their upload ends. */
export const maxUploads = 20;

/** How many pieces of a file are in memory while it is written to the storage. */
export const piecesInFlight = 2;

/** After this time without a request, in milliseconds, an upload was left by a killed gateway: a running one ends its uploads. */
const silentMs = 2 * 60 * 1_000;

/** 128 random bits, in letters and digits that any storage takes. */
export function newKey(): string {
  return BigInt(`0x${randomBytes(16).toString('hex')}`)
    .toString(36)
    .padStart(26, '0');
}

/** Begins an upload to a record that the caller may update, and returns its id. */
export async function beginUpload(
  actor: Actor,
  deps: Deps,
  { postType, recordId }: Pick<UploadDocument, 'postType' | 'recordId'>,
): Promise<string> {
  const uploader = uploaderOf(actor);
  const now = new Date();
  const isFull = async () => (await deps.uploads.countDocuments({ uploader })) >= maxUploads;
  if (await isFull()) await endSilentUploads(deps, now, { uploader });
  if (await isFull())
    throw new ServiceError(
      'too_many_requests',
      'Too many uploads are in progress; finish or end one first.',
      {
        data: { retry_after: 60 },
      },
    );
  const _id = newKey();
  await deps.uploads.create({ _id, uploader, postType, recordId, bytes: 0, createdAt: now, heardAt: now });
  return _id;
}

/** Begins an upload with this id, and removes the pieces that an interrupted upload with the same id has left. */
export async function beginUploadAnew(
  actor: Actor,
  deps: Deps,
  { _id, postType, recordId }: Pick<UploadDocument, '_id' | 'postType' | 'recordId'>,
): Promise<void> {
  await deps.uploadChunks.deleteMany({ upload: _id });
  const now = new Date();
  const upload = { uploader: uploaderOf(actor), postType, recordId, bytes: 0, createdAt: now, heardAt: now };
  await deps.uploads.replaceOne({ _id }, upload, { upsert: true });
}

/** The caller's own upload, marked as active, with `bytes` more. @throws ServiceError `rest_invalid_param` when there is none with this id. */
export async function uploadOf(actor: Actor, deps: Deps, id: string, bytes = 0): Promise<UploadDocument> {
  const own = { _id: id, uploader: uploaderOf(actor) };
  const update = { $set: { heardAt: new Date() }, $inc: { bytes } };
  const upload = await deps.uploads.findOneAndUpdate(own, update, { returnDocument: 'after' }).lean();
  if (upload) return upload;
  throw invalidParam({ upload_id: 'must be an upload that you began within the last hour' });
}

/** Stores a piece; a piece that is sent again replaces the first. */
export async function keepChunk(
  deps: Deps,
  { upload, file, part, data }: Omit<UploadChunk, 'createdAt'>,
): Promise<void> {
  if (data.length > fileChunkBytes || part * fileChunkBytes > deps.maxFileBytes)
    throw invalidParam({ data: msg`is larger than the maximum of ${deps.maxFileBytes} bytes for a file` });
  const filter = { upload, file, part };
  const update = { $set: { data, createdAt: new Date() } };
  // `w: 1`, because a piece that is lost with a server is noticed when the file is put together.
  await deps.uploadChunks.updateOne(filter, update, { upsert: true, writeConcern: { w: 1 } });
}

/** The bytes of a file in order. @throws ServiceError `service_unavailable` when some are missing. */
export async function* uploadedBytes(
  deps: Deps,
  { upload, file, size }: { readonly upload: string; readonly file: number; readonly size: number },
): AsyncGenerator<Uint8Array> {
  const pieces = deps.uploadChunks.collection
    .find(
      { upload, file },
      { projection: { _id: 0, data: 1 }, promoteBuffers: true, batchSize: piecesInFlight },
    )
    .sort({ part: 1 });
  let bytes = 0;
  for await (const piece of pieces) {
    const data = piece['data'] as unknown as Uint8Array;
    bytes += data.length;
    yield data;
  }
  if (bytes === size) return;
  throw new ServiceError('service_unavailable', 'A part of the upload is missing; upload the files again.');
}

/** Deletes the caller's own upload and its pieces; returns whether there was one. */
export async function endUpload(actor: Actor, deps: Deps, id: string): Promise<boolean> {
  const own = { _id: id, uploader: uploaderOf(actor) };
  if (!(await deps.uploads.exists(own))) return false;
  await deps.uploadChunks.deleteMany({ upload: id });
  const { deletedCount } = await deps.uploads.deleteOne(own);
  return deletedCount > 0;
}

/** Ends the uploads that a killed process has left, of one caller or of all. */
export async function endSilentUploads(
  { uploads, uploadChunks, fileMetrics }: Omit<Deps, 'maxFileBytes'>,
  now: Date,
  of: Partial<Pick<UploadDocument, 'uploader'>> = {},
): Promise<void> {
  const silent = { ...of, heardAt: { $lt: new Date(now.getTime() - silentMs) } };
  for (const { _id } of await uploads.find(silent, { _id: 1 }).comment(unwantedComment).lean()) {
    // An upload that has become active again stays.
    const { deletedCount } = await uploads.deleteOne({ ...silent, _id });
    if (deletedCount === 0) continue;
    await uploadChunks.deleteMany({ upload: _id });
    fileMetrics.uploads.inc({ outcome: 'silent' });
  }
}

/** Each user and each site link is an uploader of its own. */
function uploaderOf({ kind, userId, siteLinkId = 0 }: Actor): string {
  return `${kind}:${userId}:${siteLinkId}`;
}
