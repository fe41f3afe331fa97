import { isDeepStrictEqual } from 'node:util';
import type { ContactData } from './contact-data.ts';
import { fittingComments, type SentComment } from './sent-comments.ts';
import { shownValues } from '../shown-values.ts';
import type { PendingRequest, Transfer } from '../../store/transfer-model.ts';

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
  const at = new Date().toISOString().slice(0, 19).replace('T', ' ');
  const content = `Changed while the contact was on its way:\n${shownValues(values)}`;
  const row = { comment_content: content, comment_date: at, comment_date_gmt: at, user_id: '0' };
  return [{ id: 0, row: { ...row, comment_type: 'comment', comment_author: '' } }];
}

function valuesOf({ post, postmeta, people_groups: groups }: ContactData): Record<string, unknown> {
  return { ...postmeta, post_title: post['post_title'], people_groups: groups };
}

function progress(taken: readonly SentComment[], { through }: { through: number }) {
  return { comments: taken.length, through: Math.max(through, ...taken.map(({ id }) => id)) };
}
