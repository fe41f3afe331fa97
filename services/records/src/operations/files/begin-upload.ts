import { recordsBeginUpload } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { loadForFiles } from '../../files/change-files.ts';
import type { FileDeps } from '../../files/file-deps.ts';
import { storageOrRefuse } from '../../storage/file-storage.ts';
import { beginUpload as begin } from '../../files/uploads.ts';

/** Begins an upload of files to a record that the caller may update. */
export const beginUpload = defineHandler(recordsBeginUpload, async (call, deps: FileDeps) => {
  const { post_type: postType, id } = call.input;
  const record = await loadForFiles(call, deps, { postType: deps.postTypes.get(postType).key, id });
  storageOrRefuse(deps);
  await deps.quota.refuseIfFull(call, id);
  const upload = await begin(call.actor, deps, { postType: record.postType, recordId: id });
  return { upload_id: upload, max_bytes: deps.maxFileBytes };
});
