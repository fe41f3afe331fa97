import { addComments, can, msg, recordsRequestAccess, ServiceError, usersDisplay } from '@svc/contracts';
import { defineHandler, type Call } from '@svc/service-kit';
import type { CommandDraft } from '@svc/service-kit/store';
import type { RecordDocument } from '../model/record.ts';
import type { ReadDeps } from '../read/read-deps.ts';
import { readLean } from '../store/read-with-deadline.ts';
import { addCommentsTo } from '../write/commit-revisions.ts';

/** The type of these comments. Unlike the type `comment`, it does not answer a request for an update. */
const commentType = 'access_request';

/**
 * Requests access to a record from its assignee or author, by a comment on the record. The answer does not reveal whether the record
 * exists: for a missing one the comment also gets an id, and is discarded.
 */
export const requestAccess = defineHandler(recordsRequestAccess, async (call, deps: ReadDeps) => {
  const postType = deps.postTypes.get(call.input.post_type).key;
  const { id } = call.input;
  const { actor } = call;
  if (actor.userId === 0 || !can(actor, `access_${postType}`))
    throw new ServiceError('request_record_access', msg`You do not have access to these ${postType}`);
  const record = await readLean(call, deps.records.findOne({ _id: id, postType }));
  const command = await commentOf(call, deps, { postType, id, record });
  // One request per user and record: repeated requests get the stored answer until it expires.
  const claim = { id: `access request ${actor.userId}/${postType}/${id}`, requestHash: '' };
  return deps.store.commit({ ...call, claim }, async () => ({
    writes: [],
    commands: [command],
    answer: '0',
    finish: ([result]) => (result as { ids: string[] } | undefined)?.ids[0] ?? '0',
  }));
});

/** The command that adds the request as a comment; for a missing record the comment is discarded. */
async function commentOf(
  call: Call,
  deps: ReadDeps,
  wanted: { readonly postType: string; readonly id: number; readonly record: RecordDocument | null },
): Promise<CommandDraft> {
  const { kind, userId, displayName: display_name, email } = call.actor;
  const { postType, id, record } = wanted;
  const ownerId = record ? ownerOf(record) : 0;
  // Requested even if there is nobody to mention, so that the response time does not reveal whether the record exists.
  const { users } = await call.ask(usersDisplay, { user_ids: [ownerId || userId] });
  const owner = users.find((user) => user.id === ownerId);
  const mention = owner ? `@[${plain(owner.display_name)}](${ownerId}) ` : '';
  const comment = {
    // Nothing in it is written by the caller, whom the owner of the record need not know.
    text: `${mention}The author of this comment requests access to this record.`,
    type: commentType,
    author: { kind, user_id: userId, display_name, email },
    date: Math.floor(Date.now() / 1000),
    silent: false,
  };
  if (record) return addCommentsTo(record, [comment], deps);
  const input = { post_type: postType, record_id: id, comments: [comment], discarded: true };
  return { command: addComments, input };
}

/** The assignee, otherwise the author; 0 for nobody. */
function ownerOf({ authorId, fields }: RecordDocument): number {
  const assignee = fields['assigned_to'];
  return typeof assignee === 'number' ? assignee : authorId;
}

/** Removes the characters of mentions from a name. */
function plain(name: string): string {
  return name.replaceAll(/[[\]()<>]/g, '');
}
