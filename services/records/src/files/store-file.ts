import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Message } from '@svc/contracts';
import { isPictureType, maxPictureBytes, thumbnailType, UnreadablePicture } from '@svc/pictures';
import { turnOf, type Call } from '@svc/service-kit';
import { variantKey, type StoredFile } from '../fields/file-upload/stored-file.ts';
import type { FileVariant } from '../model/file-addresses.ts';
import type { FileDocument } from '../store/file-model.ts';
import { sizeProblem, typeProblem, type FileBounds, type Refusal } from './file-bounds.ts';
import type { FileDeps } from './file-deps.ts';
import { fileName } from './file-name.ts';
import { sniffType } from './sniff-type.ts';
import { storageOrRefuse, type StoredObject } from '../storage/file-storage.ts';
import { newKey } from './uploads.ts';

export interface SentFile {
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /** Whether the file is longer than the part that was received. */
  readonly isCut: boolean;
  /** Its bytes; each call starts with the first. */
  content(): AsyncIterable<Uint8Array>;
}

/** The record and field, or comment, that a file is for, with the limits on it. */
type FileTarget = Pick<FileDocument, 'postType' | 'recordId' | 'metaKey' | 'isOfComment' | 'uploaderId'> & {
  readonly bounds: FileBounds;
};

/** A file that is in the storage but in no record yet, or the refusal of it. */
export type StoredOrRefused = { readonly file: StoredFile } | Refusal;

type Objects = Partial<Record<FileVariant, StoredObject>> & { readonly full: StoredObject };

type Deps = Pick<FileDeps, 'files' | 'storage' | 'pictures' | 'fileMetrics' | 'quota'>;

/** The caller of an upload, whose pictures take turns with those of others, and the deadline of its answer. */
type StoreCall = Pick<Call, 'actor' | 'deadline'>;

/** Checks a file and writes it to the storage. Afterwards `giveFiles` must add it to its record. */
export async function storeFile(
  call: StoreCall,
  deps: Deps,
  { target, sent }: { readonly target: FileTarget; readonly sent: SentFile },
): Promise<StoredOrRefused> {
  const result = await storeOrRefuse(call, deps, { target, sent });
  deps.fileMetrics.files.inc({ outcome: 'reason' in result ? result.reason : 'stored' });
  return result;
}

/**
 * Runs `give`, which adds stored files to their record and may append to `keys`. Files that are in no record afterwards, because
 * `give` failed or did not need them, are marked for removal from the storage.
 */
export async function giveFiles<Result>(
  { log }: Pick<Call, 'log'>,
  { files }: Pick<Deps, 'files'>,
  { keys, give }: { readonly keys: readonly string[]; readonly give: () => Promise<Result> },
): Promise<Result> {
  try {
    return await give();
  } finally {
    await files
      .updateMany({ _id: { $in: keys }, state: 'writing' }, { state: 'dropped', since: new Date() })
      // The job finds these files after an hour.
      .catch((error: unknown) => log.warn({ err: error }, 'failed to drop unused files'));
  }
}

async function storeOrRefuse(
  call: StoreCall,
  deps: Deps,
  { target, sent }: { readonly target: FileTarget; readonly sent: SentFile },
): Promise<StoredOrRefused> {
  const { bounds, ...belongsTo } = target;
  call.deadline.check();
  const name = fileName(sent.name);
  const tooLarge = sizeProblem({ ...sent, name }, bounds);
  if (tooLarge) return tooLarge;
  const type = await sniffType(await firstOf(sent.content()), name);
  const wrongType = typeProblem(type, name, bounds);
  if (wrongType) return wrongType;
  const { mime } = type;
  const isPicture = mime.startsWith('image/');
  const objects = isPicture
    ? await pictureObjects(call, deps, { sent, mime })
    : { full: { type: mime, size: sent.size, content: sent.content() } };
  if ('refused' in objects) return objects;
  const key = newKey();
  const problem = await writeObjects(call, deps, { about: { _id: key, name, ...belongsTo }, objects });
  if (problem) return { reason: 'quota', refused: problem };
  const { full } = objects;
  const file = { key, name, type: full.type, size: full.size, uploaded_at: Math.floor(Date.now() / 1_000) };
  return { file: isPicture ? { ...file, is_picture: true } : file };
}

/**
 * Creates the document first: every object in the storage has a document. Returns why nothing is written when the files take too much
 * with it; the document then counts as dropped.
 */
async function writeObjects(
  call: StoreCall,
  deps: Deps,
  {
    about,
    objects,
  }: { readonly about: Omit<FileDocument, 'state' | 'since' | 'objects'>; readonly objects: Objects },
): Promise<Message | undefined> {
  const storage = storageOrRefuse(deps);
  const entries = Object.entries(objects) as [FileVariant, StoredObject][];
  const described = Object.fromEntries(entries.map(([variant, { type, size }]) => [variant, { type, size }]));
  await deps.files.create({
    ...about,
    state: 'writing',
    since: new Date(),
    objects: described as unknown as FileDocument['objects'],
  });
  const added = entries.reduce((sum, [, { size }]) => sum + size, 0);
  const problem = await deps.quota.problemOf(call, { recordId: about.recordId, added });
  if (problem) {
    await deps.files.updateOne({ _id: about._id }, { state: 'dropped', since: new Date() });
    return problem;
  }
  for (const [variant, object] of entries) {
    await storage.write(variantKey(about._id, variant), object);
    deps.fileMetrics.bytes.inc({ direction: 'written' }, object.size);
  }
  return undefined;
}

/** A picture is always re-encoded: its metadata may contain where it was taken. */
async function pictureObjects(
  call: StoreCall,
  { pictures }: Pick<Deps, 'pictures'>,
  { sent, mime }: { readonly sent: SentFile; readonly mime: string },
): Promise<Objects | Refusal> {
  if (!isPictureType(mime))
    return { reason: 'type', refused: 'The picture must be a JPEG, PNG, WebP or GIF file.' };
  const tooLarge = sizeProblem(sent, { maxBytes: maxPictureBytes });
  if (tooLarge) return tooLarge;
  try {
    const made = await pictures.make(turnOf(call), () => buffer(sent.content()), mime);
    return {
      full: objectOf(made.full, mime),
      thumb: objectOf(made.thumb, thumbnailType),
      large: objectOf(made.large, thumbnailType),
    };
  } catch (error) {
    if (error instanceof UnreadablePicture) return { reason: 'picture', refused: error.reason };
    throw error;
  }
}

function objectOf(bytes: Uint8Array, type: string): StoredObject {
  return { type, size: bytes.length, content: Readable.from([bytes]) };
}

async function firstOf(content: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  for await (const piece of content) return piece;
  return Buffer.alloc(0);
}
