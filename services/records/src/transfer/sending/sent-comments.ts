import { commentsList, maxTransferredComments, systemActor, type OutputOf } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import type { TransferDeps } from '../transfer-deps.ts';
import { toForm } from './to-form.ts';

/** A comment as it is sent. */
export interface SentComment {
  readonly id: number;
  readonly row: Readonly<Record<string, string>>;
}

type CommentItem = OutputOf<typeof commentsList>['comments'][number];

/** Maximum size of a request as a form, in bytes; well below the receiver's limit. */
const largestRequest = 400_000;

/** All comments of a contact by ascending id, so that later comments come last. */
export async function sentComments(
  { requestId, deadline }: Pick<Call, 'requestId' | 'deadline'>,
  { caller }: Pick<TransferDeps, 'caller'>,
  contactId: number,
): Promise<SentComment[]> {
  // Reads as the system: a transfer sends all comments, including those that the caller may not read.
  const context = { caller: systemActor('records'), requestId, deadline };
  const sent = new Map<number, SentComment>();
  for (let offset: number | undefined = 0; offset !== undefined;) {
    const input = { post_type: 'contacts', id: contactId, offset };
    const page: OutputOf<typeof commentsList> = await caller.call(commentsList, input, context);
    // A comment written in the meantime shifts the pages, so a comment may be read twice; it is sent once.
    for (const comment of page.comments.map(sentComment)) sent.set(comment.id, comment);
    offset = page.next_offset;
  }
  return [...sent.values()].sort((one, other) => one.id - other.id);
}

/** The comments that fit into a request with the values already in it; at least one if there are none. */
export function fittingComments(comments: readonly SentComment[], besides: object = {}): SentComment[] {
  const taken: SentComment[] = [];
  const isAlone = Object.keys(besides).length === 0;
  let room = largestRequest - toForm({ besides }).length;
  for (const comment of comments.slice(0, maxTransferredComments)) {
    room -= toForm({ 'contact_data[comments][000]': comment.row }).length;
    if (room < 0 && !(isAlone && taken.length === 0)) break;
    taken.push(comment);
  }
  return taken;
}

function sentComment(item: CommentItem): SentComment {
  const { comment_ID: id, comment_content, comment_date, comment_date_gmt } = item;
  const { comment_type, comment_author, user_id } = item;
  const row = { comment_content, comment_date, comment_date_gmt, comment_type, comment_author, user_id };
  return { id: Number(id), row };
}
