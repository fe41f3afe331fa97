import { recordsRenameFile } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { StoredFile } from '../../fields/file-upload/stored-file.ts';
import { changeFiles, fileFieldOf } from '../../files/change-files.ts';
import type { FileDeps } from '../../files/file-deps.ts';
import { fileName } from '../../files/file-name.ts';
import { renameFile as rename } from '../../files/file-writes.ts';

/** Renames a file; its content type still follows from its bytes. */
export const renameFile = defineHandler(recordsRenameFile, async (call, deps: FileDeps) => {
  const { post_type: key, id, meta_key: metaKey, file_key: fileKey } = call.input;
  const postType = deps.postTypes.get(key);
  const field = fileFieldOf(postType, metaKey);
  const name = fileName(call.input.new_name);
  let isThere = false;
  return changeFiles(call, deps, {
    postType: postType.key,
    id,
    field,
    change(before) {
      const files = Array.isArray(before) ? (before as StoredFile[]) : [];
      isThere = files.some((file) => file.key === fileKey);
      const after = files.map((file) => (file.key === fileKey ? { ...file, name } : file));
      return isThere ? { after, writes: [rename(deps, fileKey, name)] } : undefined;
    },
    answer: () =>
      isThere
        ? { renamed: true as const, file_key: fileKey, new_name: name }
        : { renamed: false as const, error: deps.translate('The record has no such file.') },
  });
});
