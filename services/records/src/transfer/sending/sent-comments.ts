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

/** How large a request may be as a form, in bytes: well below what the receiver takes. */
const largestRequest = 400_000;

/** All comments of a contact, in the order in which they got their ids: those that come later come last. */
export async function sentComments(
  { requestId, deadline }: Pick<Call, 'requestId' | 'deadline'>,
  { caller }: Pick<TransferDeps, 'caller'>,
  contactId: number,
): Promise<SentComment[]> {
  // Who may transfer the contact sends all of it, also what they may not read themselves.
  const context = { caller: systemActor('records'), requestId, deadline };
  const sent = new Map<number, SentComment>();
  for (let offset: number | undefined = 0; offset !== undefined;) {
    const input = { post_type: 'contacts', id: contactId, offset };
    const page: OutputOf<typeof commentsList> = await caller.call(commentsList, input, context);
    // One that is written meanwhile moves the others on: what comes twice is sent once.
    for (const comment of page.comments.map(sentComment)) sent.set(comment.id, comment);
    offset = page.next_offset;
  }
  return [...sent.values()].sort((one, other) => one.id - other.id);
}

/** As many of the comments as fit into a request beside what is in it already; at least one where nothing is. */
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
