import { recordsOpenFile, ServiceError } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { loadForFiles } from '../../files/change-files.ts';
import type { FileDeps } from '../../files/file-deps.ts';
import { findFileOf, opened } from '../../files/find-file.ts';
import { storageOrRefuse } from '../../storage/file-storage.ts';

/** Opens a file of a record or of its comments, for callers who may view the record. */
export const openFile = defineHandler(recordsOpenFile, async (call, deps: FileDeps) => {
  const { post_type: key, id, meta_key: metaKey, file_key: fileKey } = call.input;
  const { key: postType } = deps.postTypes.get(key);
  await loadForFiles(call, deps, { postType, id, action: 'view' });
  storageOrRefuse(deps);
  const found = await findFileOf(deps, { postType, recordId: id, metaKey }, fileKey);
  if (!found) throw new ServiceError('file_not_found', 'The record has no such file.');
  return opened(found, deps.addresses.forNow(found.addressed));
});
