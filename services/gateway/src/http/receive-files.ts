import {
  finishUploadMs,
  maxUploadedFiles,
  recordsBeginUpload,
  recordsEndUpload,
  recordsUploadChunk,
  type InputOf,
} from '@svc/contracts';
import { Deadline, FairQueue, turnOf, type FairQueueOptions } from '@svc/service-kit';
import type { OperationEndpoint } from '../endpoints/endpoint.ts';
import { parsePathParams } from '../endpoints/endpoint-path.ts';
import { askOperation, callerOf, chunkContext, type AskDeps, type GatewayRequest } from './ask-operation.ts';
import { readForm, refuseUnlessForm, type FormFile } from './read-form.ts';
import type { GatewayHandler, GatewayResponse } from './request-state.ts';
import { sendPieces, type SentFile } from './send-pieces.ts';
import { sendReply } from './send-reply.ts';

/** The form parts in which clients send files. */
const isFile = (part: string) => /^storage_upload_files(\[\d*\])?$/.test(part);

/**
 * Uploads that a gateway receives at a time, and those of one caller: some more than records permits, which refuses them at once. Each has a
 * few pieces in memory.
 */
const uploadsAtOnce = { atOnce: 64, ofCaller: 24 };

/** How many uploads wait for others to end, with their forms unread. */
const maxWaiting = 64;

/** The queue of the uploads of a gateway. */
export function uploadQueue({ metrics }: Pick<FairQueueOptions, 'metrics'>): FairQueue {
  return new FairQueue({ name: 'uploads', ...uploadsAtOnce, maxWaiting, metrics });
}

interface UploadDeps extends AskDeps {
  readonly uploads: Pick<FairQueue, 'run'>;
}

/**
 * Passes the files of a form on to the records service as they arrive, with few pieces in flight, so that the client sends
 * no faster than the storage writes. Callers without permission are refused before the form is read.
 */
export function receiveFiles(endpoint: OperationEndpoint, deps: UploadDeps): GatewayHandler {
  const receive = receiveInTurn(endpoint, deps);
  return async (request, response) => {
    refuseUnlessForm(request);
    const { deadline } = response.locals.state;
    await deps.uploads.run(turnOf({ actor: callerOf(request, response), deadline }), () =>
      receive(request, response),
    );
  };
}

function receiveInTurn(endpoint: OperationEndpoint, deps: AskDeps) {
  const finish = askOperation(endpoint, deps);
  return async (request: GatewayRequest, response: GatewayResponse): Promise<void> => {
    const { state } = response.locals;
    const { post_type: postType, id } = parsePathParams(request.params);
    const address = { post_type: String(postType), id: Number(id) };
    const context = () => chunkContext(request, response, deps);
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
      files.push(await sendPieces(file, send));
    };
    try {
      request.body = await readForm(request, { isFile, maxBytes, take });
      state.deadline = Deadline.after(finishUploadMs);
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
