import { addComments, usersDisplay } from '@svc/contracts';
import type { Call, CommandDraft } from '@svc/service-kit';
import type { ReadDeps } from '../read/read-deps.ts';
import type { RecordDocument } from '../model/record.ts';
import { addCommentsTo } from '../write/comments-of-write.ts';

/** The type of such comments. It answers no request for an update, as a comment of type `comment` would. */
const commentType = 'access_request';

/** The comment in which the caller asks for a record; without the record, one that is not kept. */
export async function accessRequest(
  call: Pick<Call, 'actor' | 'ask'>,
  deps: Pick<ReadDeps, 'postTypes'>,
  wanted: { readonly postType: string; readonly id: number; readonly record: RecordDocument | undefined },
): Promise<CommandDraft> {
  const { kind, userId, displayName, email } = call.actor;
  const { postType, id, record } = wanted;
  const ownerId = record ? ownerOf(record) : 0;
  // Asked each time, also where there is nobody to mention: how long it takes must not tell that the record is there.
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

/** Who is responsible for it, else who created it; 0 for nobody. */
function ownerOf({ authorId, fields }: RecordDocument): number {
  const assignee = fields['assigned_to'];
  return typeof assignee === 'number' ? assignee : authorId;
}

/** A name must not mention anybody. */
function plain(name: string): string {
  return name.replaceAll(/[[\]()<>]/g, '');
}
