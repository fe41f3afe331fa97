import { recordsBeginFileImport } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { storageOrRefuse } from '../../storage/file-storage.ts';
import { beginUploadAnew } from '../../files/uploads.ts';
import type { FileImportDeps } from '../../importing/import-deps.ts';
import { fieldFor, findImportedFile, noteIdOf } from '../../importing/import-file.ts';

/** Reports whether a file of another installation was already imported; otherwise begins an upload of its bytes. */
export const beginFileImport = defineHandler(recordsBeginFileImport, async (call, deps: FileImportDeps) => {
  const { input, actor } = call;
  storageOrRefuse(deps);
  fieldFor(deps, input);
  const noted = await findImportedFile(call, deps, input);
  if (noted) return noted;
  const { post_type: postType, record_id: recordId } = input;
  await deps.quota.refuseIfFull(call, recordId);
  const upload = noteIdOf(input);
  await beginUploadAnew(actor, deps, { _id: upload, postType, recordId });
  return { outcome: 'wanted' as const, upload_id: upload, max_bytes: deps.maxFileBytes };
});
