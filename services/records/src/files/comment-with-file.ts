import type { InputOf, recordsFinishUpload } from '@svc/contracts';
import { invalidParam, type Call } from '@svc/service-kit';
import { addCommentsTo } from '../write/commit-revisions.ts';
import { loadForFiles } from './change-files.ts';
import { boundsOfComment } from './file-bounds.ts';
import type { FileDeps } from './file-deps.ts';
import { keepFiles } from './file-writes.ts';
import { giveFiles, storeFile, type SentFile, type StoredOrRefused } from './store-file.ts';

type FinishCall = Call<InputOf<typeof recordsFinishUpload>>;

/** Meta keys that begin with `reaction` have another meaning. */
const metaKeyForm = /^(?!reaction)[\w-]{1,100}$/;

/** Stores the first file, and comments on the record with it: the comment's meta has its key (docs/guides/files.md#comments). */
export async function commentWithFile(
  call: FinishCall,
  deps: FileDeps,
  [sent]: readonly SentFile[],
): Promise<StoredOrRefused> {
  const { post_type: postType, id, meta_key: metaKey, upload_type: kind } = call.input;
  if (!metaKeyForm.test(metaKey))
    throw invalidParam({
      meta_key: 'must consist of letters, digits, "_" and "-", and must not be the key of a reaction',
    });
  if (!sent || kind === 'post') throw invalidParam({ upload_type: 'must be the upload type of a comment' });
  const bounds = boundsOfComment(kind, deps.maxFileBytes);
  const uploaderId = call.actor.userId;
  const target = { postType, recordId: id, metaKey, isOfComment: true, uploaderId, bounds };
  const result = await storeFile(call, deps, { target, sent });
  if ('refused' in result) return result;
  const { key, name } = result.file;
  const give = () =>
    deps.store.commit(call, async () => ({
      writes: keepFiles(deps, [key]),
      commands: [await comment(call, deps, { key, name })],
      answer: result,
    }));
  return giveFiles(call, deps, { keys: [key], give });
}

/** The command that adds the comment, with the name of the file as text. */
async function comment(call: FinishCall, deps: FileDeps, { key, name }: { key: string; name: string }) {
  const { post_type: postType, id, meta_key: metaKey, audio_language: language } = call.input;
  const { kind, userId, displayName, email } = call.actor;
  const record = await loadForFiles(call, deps, { postType, id });
  const added = {
    text: name,
    author: { kind, user_id: userId, display_name: displayName, email },
    date: Math.floor(Date.now() / 1_000),
    silent: false,
    meta: { [metaKey]: key, ...(language !== undefined && { audio_language: language }) },
  };
  return addCommentsTo(record, [added], deps);
}
