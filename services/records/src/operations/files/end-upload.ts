import { recordsEndUpload } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { FileDeps } from '../../files/file-deps.ts';
import { endUpload as end } from '../../files/uploads.ts';

/** Releases what an upload of the caller has reserved and stored, whatever its outcome. */
export const endUpload = defineHandler(recordsEndUpload, async (call, deps: FileDeps) => {
  const { upload_id: id, outcome } = call.input;
  if (await end(call.actor, deps, id)) deps.fileMetrics.uploads.inc({ outcome });
  return true as const;
});
