import { recordsDeleteFile } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { deleteThoseFiles } from '../../files/change-files.ts';
import type { FileDeps } from '../../files/file-deps.ts';

/** Deletes one file of a field. */
export const deleteFile = defineHandler(recordsDeleteFile, async (call, deps: FileDeps) => {
  const { file_key: key } = call.input;
  const { error } = await deleteThoseFiles(call, deps, (one) => one === key);
  return { deleted: error === undefined, deleted_key: key, ...(error !== undefined && { error }) };
});
