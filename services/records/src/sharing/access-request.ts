import { addComments, usersDisplay } from '@svc/contracts';
import type { Call, CommandDraft } from '@svc/service-kit';
import type { ReadDeps } from '../read/read-deps.ts';
import type { RecordDocument } from '../model/record.ts';
import { addCommentsTo } from '../write/comments-of-write.ts';

/** The type of these comments. Unlike the type `comment`, it does not answer a request for an update. */
const commentType = 'access_request';

/** The command that adds the caller's request for access as a comment; for a missing record the comment is discarded. */
export async function accessRequest(
  call: Pick<Call, 'actor' | 'ask'>,
  deps: Pick<ReadDeps, 'postTypes'>,
  wanted: { readonly postType: string; readonly id: number; readonly record: RecordDocument | undefined },
): Promise<CommandDraft> {
  const { kind, userId, displayName, email } = call.actor;
  const { postType, id, record } = wanted;
  const ownerId = record ? ownerOf(record) : 0;
  // Requested even if there is nobody to mention, so that the response time does not reveal whether the record exists.
  const { users } = await call.ask(usersDisplay, { user_ids: [ownerId || userId] });
  const owner = users.find((user) => user.id === ownerId);
  const mention = owner ? `@[${plain(owner.display_name)}](${ownerId}) ` : '';
  const comment = {
    text: `${mention}${plain(displayName)} asks for access to this record.`,
    type: commentType,
    author: { kind, user_id: userId, display_name: displayName, email },
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
