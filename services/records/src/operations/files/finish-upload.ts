import { recordsFinishUpload, ServiceError, type InputOf, type OutputOf } from '@svc/contracts';
import { defineHandler, invalidParam, type Call } from '@svc/service-kit';
import { presentFile } from '../../fields/file-upload/stored-file.ts';
import {
  addedFiles,
  changeFiles,
  fileFieldOf,
  loadForFiles,
  refuseReplacing,
} from '../../files/change-files.ts';
import { commentWithFile } from '../../files/comment-with-file.ts';
import { boundsOfField } from '../../files/file-bounds.ts';
import type { FileDeps } from '../../files/file-deps.ts';
import { storageOrRefuse } from '../../storage/file-storage.ts';
import { giveFiles, storeFile, type SentFile, type StoredOrRefused } from '../../files/store-file.ts';
import { uploadedBytes, uploadOf } from '../../files/uploads.ts';

type FinishCall = Call<InputOf<typeof recordsFinishUpload>>;
type Answer = OutputOf<typeof recordsFinishUpload>;

/** Stores the accepted files of an upload, then adds them to the record. */
export const finishUpload = defineHandler(recordsFinishUpload, async (call, deps: FileDeps) => {
  const { post_type: key, id, meta_key: metaKey, upload_type: kind } = call.input;
  const postType = deps.postTypes.get(key);
  await loadForFiles(call, deps, { postType: postType.key, id });
  storageOrRefuse(deps);
  if (kind !== 'post')
    return answerOf(call, deps, [await commentWithFile(call, deps, await sentFiles(call, deps))]);
  const field = fileFieldOf(postType, metaKey);
  const sent = await sentFiles(call, deps);
  const isMany = field.type.name === 'file_upload';
  const bounds = boundsOfField(field, deps.maxFileBytes);
  const uploaderId = call.actor.userId;
  const target = { postType: key, recordId: id, metaKey, isOfComment: false, uploaderId, bounds };
  const keys: string[] = [];
  const give = async () => {
    const results: StoredOrRefused[] = [];
    for (const file of isMany ? sent : sent.slice(0, 1)) {
      const result = await storeFile(call, deps, { target, sent: file });
      results.push(result);
      if ('file' in result) keys.push(result.file.key);
    }
    const stored = results.flatMap((result) => ('file' in result ? [result.file] : []));
    return changeFiles(call, deps, {
      postType: postType.key,
      id,
      field,
      change(before) {
        if (stored.length === 0) return undefined;
        refuseReplacing(call.actor, before);
        return addedFiles(deps, field, stored, before);
      },
      answer: () => answerOf(call, deps, results),
    });
  };
  return giveFiles(call, deps, { keys, give });
});

/** The uploaded files, which the gateway has received in the caller's own upload to this record. */
async function sentFiles(call: FinishCall, deps: FileDeps): Promise<SentFile[]> {
  const { id, upload_id: upload, files } = call.input;
  if (files.length === 0)
    throw new ServiceError('rest_missing_callback_param', 'Missing parameters.', {
      data: { params: ['storage_upload_files'] },
    });
  const { recordId } = await uploadOf(call.actor, deps, upload);
  if (recordId !== id) throw invalidParam({ upload_id: 'must be an upload to the record' });
  return files.map(({ name, size, is_cut: isCut }, file) => ({
    name,
    size,
    isCut,
    content: () => uploadedBytes(deps, { upload, file, size }),
  }));
}

/** The result of each file, or of the first (docs/guides/files.md#endpoints). */
function answerOf(
  { input }: FinishCall,
  { site, translate }: Pick<FileDeps, 'site' | 'translate'>,
  results: readonly StoredOrRefused[],
): Answer {
  const shown = results.map((result) =>
    'file' in result
      ? { ...resultOf(result.file.key, null), file: presentFile(result.file, site) }
      : { ...resultOf('', translate(result.refused)), file: null },
  );
  const [first] = shown;
  if (input.is_multi_file !== 'true') {
    const { file: _file, ...single } = first ?? { ...resultOf('', null), file: null };
    return single;
  }
  const keys = shown.filter(({ uploaded }) => uploaded).map(({ uploaded_key: key }) => key);
  return {
    uploaded: keys.length > 0,
    uploaded_keys: keys,
    uploaded_files: shown,
    uploaded_msg: null,
  };
}

function resultOf(key: string, message: string | null) {
  return { uploaded: key !== '', uploaded_key: key, uploaded_msg: message };
}
