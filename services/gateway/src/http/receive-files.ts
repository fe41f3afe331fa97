import { createHash } from 'node:crypto';
import {
  fileChunkBytes,
  maxUploadedFiles,
  recordsBeginUpload,
  recordsEndUpload,
  recordsUploadChunk,
  type InputOf,
  type recordsFinishUpload,
} from '@svc/contracts';
import { Deadline, inPieces } from '@svc/service-kit';
import type { OperationEndpoint } from '../endpoints/endpoint.ts';
import { parsePathParams } from '../endpoints/endpoint-path.ts';
import { askOperation, chunkContext, type AskDeps } from './ask-operation.ts';
import { readForm, refuseUnlessForm, type FormFile } from './read-form.ts';
import type { GatewayHandler } from './request-state.ts';
import { sendReply } from './send-reply.ts';

type SentFile = InputOf<typeof recordsFinishUpload>['files'][number];

/** The form parts in which clients send files. */
const isFile = (part: string) => /^storage_upload_files(\[\d*\])?$/.test(part);

/**
 * Passes the files of a form on to the records service as they arrive, one chunk at a time, each after the answer to
 * the one before, so that the client sends no faster than the storage writes. Callers without permission are refused
 * before the form is read.
 */
export function receiveFiles(endpoint: OperationEndpoint, deps: AskDeps): GatewayHandler {
  const finish = askOperation(endpoint, deps);
  return async (request, response) => {
    const { state } = response.locals;
    const { post_type: postType, id } = parsePathParams(request.params);
    const address = { post_type: String(postType), id: Number(id) };
    const context = () => chunkContext(request, response, deps);
    refuseUnlessForm(request);
    const begun = await deps.services.call(recordsBeginUpload, address, context());
    const { upload_id: upload, max_bytes: maxBytes } = begun;
    const files: SentFile[] = [];
    let outcome: InputOf<typeof recordsEndUpload>['outcome'] = 'abandoned';
    state.takesLong = true;
    const take = async (file: FormFile) => {
      const number = files.length;
      if (number >= maxUploadedFiles) return void file.content.resume();
      const send = (part: number, data: Uint8Array) =>
        deps.services.call(recordsUploadChunk, { upload_id: upload, file: number, part, data }, context());
      files.push(await sendOn(file, send));
    };
    try {
      request.body = await readForm(request, { isFile, maxBytes, take });
      const { extraMs = 0 } = endpoint;
      state.deadline = Deadline.after(extraMs);
      const reply = await finish(request, response, { upload_id: upload, files });
      if (reply.ok) outcome = 'finished';
      sendReply(response, reply);
    } finally {
      // Frees the caller's upload slot at once; otherwise records ends the upload after a timeout.
      await deps.services
        .call(recordsEndUpload, { upload_id: upload, outcome }, context())
        .catch((error: unknown) => state.log.warn({ err: error }, 'failed to end an upload'));
    }
  };
}

/** Passes a file on in chunks; returns its name, size and digest. */
async function sendOn(
  { name, content, isCut }: FormFile,
  send: (part: number, data: Uint8Array) => Promise<unknown>,
): Promise<SentFile> {
  const digest = createHash('sha256');
  let size = 0;
  let part = 0;
  for await (const piece of inPieces(content, fileChunkBytes)) {
    digest.update(piece);
    size += piece.length;
    await send(part, piece);
    part += 1;
  }
  return { name, size, sha256: digest.digest('hex'), is_cut: isCut() };
}
