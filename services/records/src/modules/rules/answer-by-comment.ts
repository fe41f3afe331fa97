import { recordsUpdate, type Action, type CommentActionOptions, type ExtensionCall } from '@svc/contracts';
import { readRecords } from './read-records.ts';
import { answersUpdateRequest } from './requires-update.ts';

/** A comment on a record clears its request for an update. */
export function answerByComment(
  call: ExtensionCall,
  { postType, overseeing }: { postType: string; overseeing: string },
): Action<'svc_comment_created'> {
  return async (...[commentedType, id, , commentType, { actor }]) => {
    if (commentedType !== postType || commentType !== 'comment') return;
    const fields = ['requires_update', 'assigned_to'];
    const records = await readRecords(call, { postType, ids: [id], fields });
    const record = records.get(id);
    if (!record || !answersUpdateRequest(record, actor, overseeing)) return;
    await call(recordsUpdate, { post_type: postType, id, fields: { requires_update: false }, silent: true });
  };
}

/** Limits `answerByComment` to records that wait for an update. */
export function waitingForUpdate(postType: string): CommentActionOptions {
  return { concerns: { postType, flag: 'requires_update' } };
}
