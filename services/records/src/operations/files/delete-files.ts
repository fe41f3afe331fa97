import { recordsDeleteFiles } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { deleteThoseFiles } from '../../files/change-files.ts';
import type { FileDeps } from '../../files/file-deps.ts';

/** Deletes all files of a field. */
export const deleteFiles = defineHandler(recordsDeleteFiles, async (call, deps: FileDeps) => {
  const { keys, error } = await deleteThoseFiles(call, deps, () => true);
  return {
    deleted: error === undefined,
    deleted_key: keys[0] ?? '',
    deleted_keys: keys,
    ...(error !== undefined && { error }),
  };
});
