import { isDeepStrictEqual } from 'node:util';
import { commentsList, maxTransferredComments, type OutputOf } from '@svc/contracts';
import { utcText, type Call } from '@svc/service-kit';
import { askAsSystem } from '../../directory/ask-as-system.ts';
import type { PendingRequest, Transfer } from '../../store/transfer-model.ts';
import { shownValues } from '../comment-texts.ts';
import type { TransferDeps } from '../transfer-deps.ts';
import type { ContactData } from './contact-data.ts';
import { toForm } from './to-form.ts';

interface SentComment {
  readonly id: number;
  readonly row: Readonly<Record<string, string>>;
}

type CommentItem = OutputOf<typeof commentsList>['comments'][number];

/** Maximum size of a request as a form, in bytes; well below the receiver's limit. */
const largestRequest = 400_000;

/** All comments of a contact by ascending id, so that later comments come last. */
export async function sentComments(
  call: Pick<Call, 'requestId' | 'deadline'>,
  deps: Pick<TransferDeps, 'caller'>,
  contactId: number,
): Promise<SentComment[]> {
  const sent = new Map<number, SentComment>();
  for (let offset: number | undefined = 0; offset !== undefined;) {
    const input = { post_type: 'contacts', id: contactId, offset };
    // As the system: a transfer sends all comments, including those that the caller may not read.
    const page: OutputOf<typeof commentsList> = await askAsSystem(call, deps, commentsList, input);
    // A comment written in the meantime shifts the pages, so a comment may be read twice; it is sent once.
    for (const comment of page.comments.map(sentComment)) sent.set(comment.id, comment);
    offset = page.next_offset;
  }
  return [...sent.values()].sort((one, other) => one.id - other.id);
}

function sentComment(item: CommentItem): SentComment {
  const { comment_ID: id, comment_content, comment_date, comment_date_gmt } = item;
  const { comment_type, comment_author, user_id } = item;
  const row = { comment_content, comment_date, comment_date_gmt, comment_type, comment_author, user_id };
  return { id: Number(id), row };
}

/** The first request of a transfer: the contact with as many of its comments as fit. */
export function contactRequest(
  data: ContactData,
  comments: readonly SentComment[],
  foreignKey: string,
): PendingRequest {
  const contact = { ...data, transfer_foreign_key: foreignKey };
  const taken = fittingComments(comments, contact);
  const body = { contact_data: { ...contact, comments: taken.map(({ row }) => row) } };
  return { kind: 'contact', number: 0, body: JSON.stringify(body), ...progress(taken, { through: 0 }) };
}

/** The next request of a transfer; undefined when everything was sent. */
export function nextRequest(
  transfer: Transfer,
  comments: readonly SentComment[],
): PendingRequest | undefined {
  const taken = fittingComments(comments.filter(({ id }) => id > transfer.through || id === 0));
  if (taken.length === 0) return undefined;
  const body = {
    post_id: transfer.remoteId,
    transfer_foreign_key: transfer.foreignKey,
    comments: taken.map(({ row }) => row),
  };
  return {
    kind: 'comments',
    number: transfer.sent,
    body: JSON.stringify(body),
    ...progress(taken, transfer),
  };
}

/** The changes of a contact since it was sent, as a comment with the id 0, because the request itself has to be repeated unchanged. */
export function changedSince({ body }: PendingRequest, now: ContactData): SentComment[] {
  const { contact_data: sent } = JSON.parse(body) as { contact_data: ContactData };
  const before = valuesOf(sent);
  const after = valuesOf(now);
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = keys.filter((key) => !isDeepStrictEqual(before[key], after[key]));
  if (changed.length === 0) return [];
  const values = Object.fromEntries(changed.map((key) => [key, after[key] ?? '']));
  const at = utcText(new Date());
  const content = `Changed while the contact was on its way:\n${shownValues(values)}`;
  const row = { comment_content: content, comment_date: at, comment_date_gmt: at, user_id: '0' };
  return [{ id: 0, row: { ...row, comment_type: 'comment', comment_author: '' } }];
}

function valuesOf({ post, postmeta, people_groups: groups }: ContactData): Record<string, unknown> {
  return { ...postmeta, post_title: post.post_title, people_groups: groups };
}

function progress(taken: readonly SentComment[], { through }: { through: number }) {
  return { comments: taken.length, through: Math.max(through, ...taken.map(({ id }) => id)) };
}

/** The comments that fit into a request with the values already in it; at least one if there are none. */
function fittingComments(comments: readonly SentComment[], besides: object = {}): SentComment[] {
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
