import {
  fileChunkBytes,
  finishUploadMs,
  recordsBeginFileImport,
  recordsFinishFileImport,
  recordsUploadChunk,
  ServiceError,
  type InputOf,
  type OutputOf,
} from '@svc/contracts';
import { inPieces } from '@svc/service-kit';
import { HttpRequestError } from '@svc/service-kit/http-client';
import { count, type MoveOfRecords } from './move.ts';
import { SourceRefusal, type SourceContent } from './source-client.ts';

type Imported = OutputOf<typeof recordsFinishFileImport>;

/** A file of a record or comment at the source, and its place here. */
export interface MovedFile extends Omit<InputOf<typeof recordsBeginFileImport>, 'source'> {
  /** For the report. */
  readonly what: string;
  readonly part: string;
  /** Whether this is known to be a file: a text that looks like a file key may be something else. */
  readonly isCertain: boolean;
  readonly uploader_id: number;
  readonly uploaded_at?: number | undefined;
  open(): Promise<SourceContent>;
  /** The name of the file for the content type that the source reports. */
  nameFor(type: string): string;
}

/** Attempts to transfer a file when the connection breaks. */
const attempts = 3;

/** Imports a file in pieces, unless it was imported before. Returns its key here; undefined when it was left out. */
export async function moveFile(move: MoveOfRecords, file: MovedFile): Promise<string | undefined> {
  const { what, part } = file;
  try {
    const { outcome, key, reason = '' } = await carry(move, file);
    count(move, `files ${outcome}`);
    move.report.addOutcome('files', outcome);
    if (outcome === 'refused') await move.leftOut.add({ what, part, reason });
    if (outcome === 'gone')
      await move.leftOut.add({ what, part, reason: 'It was deleted here after it was imported.' });
    return key ?? undefined;
  } catch (error) {
    const isNone = error instanceof SourceRefusal && [400, 404].includes(error.status);
    if (file.isCertain || !isNone) {
      await move.leftOut.add({ what, part, reason: reasonOf(error) });
      move.report.add('files', { skipped: 1 });
    }
    return undefined;
  }
}

/** The reason for leaving a file out. @throws any error that is no refusal by the source or the services. */
function reasonOf(error: unknown): string {
  if (error instanceof SourceRefusal || error instanceof HttpRequestError)
    return `The file could not be read: ${error.message}`;
  const isRefusal = error instanceof ServiceError && refusals.has(String(error.code));
  if (isRefusal) return `The file could not be stored: ${error.message}`;
  throw error;
}

const refusals: ReadonlySet<string> = new Set(['rest_invalid_param', 'storage_unavailable']);

async function carry(move: MoveOfRecords, file: MovedFile): Promise<Imported> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await carryOnce(move, file);
    } catch (error) {
      if (!(error instanceof HttpRequestError) || attempt === attempts) throw error;
    }
}

async function carryOnce({ ask, name: source }: MoveOfRecords, file: MovedFile): Promise<Imported> {
  const { post_type, record_id, meta_key, of_comment, file_id, uploader_id, uploaded_at } = file;
  const given = { source, post_type, record_id, meta_key, of_comment, file_id };
  const known = await ask(recordsBeginFileImport, given);
  if (known.outcome !== 'wanted') return known;
  const opened = await file.open();
  // Begun only now, since the source may answer so late that an idle upload would have expired.
  const begun = await ask(recordsBeginFileImport, given);
  if (begun.outcome !== 'wanted') return begun;
  const { upload_id, max_bytes: maxBytes } = begun;
  const take = (part: number, data: Uint8Array) =>
    ask(recordsUploadChunk, { upload_id, file: 0, part, data });
  const sent = await send(opened, { maxBytes, take });
  const about = {
    name: file.nameFor(opened.type),
    uploader_id,
    ...(uploaded_at !== undefined && { uploaded_at }),
  };
  return ask(
    recordsFinishFileImport,
    { ...given, ...sent, ...about, upload_id },
    { timeoutMs: finishUploadMs },
  );
}

/** Sends pieces in sequence. Stops at the first piece that exceeds `maxBytes`, or at once when the announced size does. */
async function send(
  { content, size: announced = 0 }: SourceContent,
  { maxBytes, take }: { maxBytes: number; take: (part: number, data: Uint8Array) => Promise<unknown> },
): Promise<{ size: number; is_cut: boolean }> {
  let size = 0;
  let part = 0;
  for await (const piece of inPieces(content, fileChunkBytes)) {
    size += piece.length;
    if (Math.max(size, announced) > maxBytes) return { size, is_cut: true };
    await take(part, piece);
    part += 1;
  }
  return { size, is_cut: false };
}
