import { createUserContact, inEnglish } from '@svc/contracts';
import { defineCommandHandler } from '@svc/service-kit';
import type { PostType } from '../../model/post-type.ts';
import { readLean } from '../../store/read-with-deadline.ts';
import { commitRevisions } from '../../write/commit-revisions.ts';
import { newRecord, writtenBy } from '../../revision/revision.ts';
import { creating, type WritePorts } from '../../write/write-request.ts';
import type { FieldChange } from '../../revision/revision.ts';
import { reviseRecords } from '../../write/revise-records.ts';

/** Creates the contact that represents a user, at most one per user. */
export const createUserContactHandler = defineCommandHandler(
  createUserContact,
  async (call, deps: WritePorts) => {
    const postType = deps.postTypes.get('contacts');
    const { user_id: userId, display_name: displayName, email } = call.input;
    const changes = changesOf(postType, {
      name: displayName,
      type: 'user',
      overall_status: 'active',
      corresponds_to_user: userId,
      corresponds_to_user_name: displayName,
      contact_email: [{ value: email }],
    });
    return deps.store.commit(call, async () => {
      const known = await readLean(
        call,
        deps.records.findOne({ postType: 'contacts', 'fields.corresponds_to_user': userId }, { _id: 1 }),
      );
      if (known) return { writes: [], answer: { id: known._id } };
      const id = await deps.recordIds.next();
      const policy = creating({ silent: true });
      const start = newRecord(call.actor, { id, postType, written: writtenBy(changes, policy) });
      const revised = await reviseRecords(
        call,
        deps,
        { postType, changes, shares: new Map(), policy },
        start,
      );
      return { ...(await commitRevisions(call, deps, revised)), answer: { id } };
    });
  },
);

/** The changes that write these values, without those of a module that is off. */
function changesOf(postType: PostType, values: Readonly<Record<string, unknown>>): FieldChange[] {
  return Object.entries(values).flatMap(([key, value]) => {
    const field = postType.fields.get(key);
    if (!field) return [];
    const parsed = field.type.write.parse(value, field);
    if ('problem' in parsed) throw new Error(inEnglish(parsed.problem.message));
    return { field, change: parsed.change };
  });
}
