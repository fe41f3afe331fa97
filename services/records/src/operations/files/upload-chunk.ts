import { recordsUploadChunk } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { FileDeps } from '../../files/file-deps.ts';
import { keepChunk, uploadOf } from '../../files/uploads.ts';

/** Stores a piece of a file until the upload is finished. */
export const uploadChunk = defineHandler(recordsUploadChunk, async (call, deps: FileDeps) => {
  const { upload_id: id, ...chunk } = call.input;
  const { _id: upload, bytes } = await uploadOf(call.actor, deps, id, chunk.data.length);
  deps.quota.refuseUpload(bytes);
  await keepChunk(deps, { upload, ...chunk });
  return true as const;
});
