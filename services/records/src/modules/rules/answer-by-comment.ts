import { can, recordsUpdate, type Actor, type ExtensionSetup, type Fields } from '@svc/contracts';
import { readRecords } from './read-records.ts';
import { shownUser } from './shown-values.ts';

/** Has a comment on a record clear its request for an update. */
export function answerByComment(
  { addAction }: Pick<ExtensionSetup, 'addAction'>,
  { postType, overseeing }: { postType: string; overseeing: string },
): void {
  addAction(
    'svc_comment_created',
    async (...[commentedType, id, , commentType, { actor, call }]) => {
      if (commentedType !== postType || commentType !== 'comment') return;
      const fields = ['requires_update', 'assigned_to'];
      const record = (await readRecords(call, { postType, ids: [id], fields })).get(id);
      if (!record || !answersUpdateRequest(record.fields, actor, overseeing)) return;
      const answered = { requires_update: false };
      // In the commenter's name, with the rights of the system: the history shows who has answered.
      await call(recordsUpdate, { post_type: postType, id, fields: answered, silent: true });
    },
    // Only for records that wait for an update.
    { concerns: { postType, flag: 'requires_update' } },
  );
}

/**
 * Whether a user's action on a record answers its request for an update (docs/guides/modules.md#rules-of-the-built-in-modules). Actions of users
 * who oversee all records do not, unless the record is assigned to them.
 */
export function answersUpdateRequest(record: Fields, actor: Actor, overseeing: string): boolean {
  if (actor.kind !== 'user' || record['requires_update'] !== true) return false;
  return !can(actor, overseeing) || shownUser(record, 'assigned_to') === actor.userId;
}
