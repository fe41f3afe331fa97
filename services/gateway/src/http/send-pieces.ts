import { createHash } from 'node:crypto';
import { fileChunkBytes, type InputOf, type recordsFinishUpload } from '@svc/contracts';
import { inPieces } from '@svc/service-kit';
import type { FormFile } from './read-form.ts';

/** A file that was passed on. */
export type SentFile = InputOf<typeof recordsFinishUpload>['files'][number];

/** How many pieces of an upload are sent before the first is answered: the bus carries one while the next is stored. */
export const piecesInFlight = 2;

/**
 * Passes a file on in pieces, as fast as they are answered, and returns its name, size and digest. When a piece fails, no
 * other is under way once the error is thrown.
 */
export async function sendPieces(
  { name, content, isCut }: FormFile,
  send: (part: number, data: Uint8Array) => Promise<unknown>,
): Promise<SentFile> {
  const digest = createHash('sha256');
  const unanswered: Promise<unknown>[] = [];
  let size = 0;
  let part = 0;
  try {
    for await (const piece of inPieces(content, fileChunkBytes)) {
      digest.update(piece);
      size += piece.length;
      if (unanswered.length === piecesInFlight) await unanswered.shift();
      const sending = send(part, piece);
      // Its failure is thrown when it is awaited, which may be after that of another piece.
      sending.catch(() => {});
      unanswered.push(sending);
      part += 1;
    }
    await Promise.all(unanswered);
  } finally {
    await Promise.allSettled(unanswered);
  }
  return { name, size, sha256: digest.digest('hex'), is_cut: isCut() };
}
