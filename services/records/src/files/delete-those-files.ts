import type { InputOf, recordsDeleteFiles } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import type { StoredFile } from '../fields/file-upload/stored-file.ts';
import { changeFiles, fileFieldOf } from './change-files.ts';
import type { FileDeps } from './file-deps.ts';
import { dropFiles } from './file-writes.ts';

/** Deletes the files of a field whose key `isMeant`. Returns their keys, with an error when there are none. */
export function deleteThoseFiles(
  call: Call<InputOf<typeof recordsDeleteFiles>>,
  deps: FileDeps,
  isMeant: (key: string) => boolean,
): Promise<{ readonly keys: string[]; readonly error?: string }> {
  const postType = deps.postTypes.get(call.input.post_type);
  const field = fileFieldOf(postType, call.input.meta_key);
  let keys: string[] = [];
  return changeFiles(call, deps, {
    postType: postType.key,
    id: call.input.id,
    field,
    change(before) {
      keys = before === undefined ? [] : (field.type.filesOf?.(before) ?? []).filter(isMeant);
      const gone = new Set(keys);
      const left = Array.isArray(before) ? (before as StoredFile[]).filter(({ key }) => !gone.has(key)) : [];
      const after = left.length > 0 ? left : undefined;
      return keys.length > 0 ? { after, writes: dropFiles(deps, keys) } : undefined;
    },
    answer: () =>
      keys.length > 0 ? { keys } : { keys, error: deps.translate('The record has no such file.') },
  });
}
