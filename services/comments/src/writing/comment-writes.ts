import type { EventDraft, Write } from '@svc/service-kit/store';
import { commentEventDraft, type CommentEventFields } from '../events/comment-event-draft.ts';
import type { StoredComment } from '../store/comment-model.ts';
import type { CommentStore } from '../store/comment-store.ts';

/** A write of a comment, and its event. Changes and deletions fail when the comment has changed since it was read. */
export interface CommentWrite {
  readonly write: Write;
  readonly event: EventDraft;
}

export function insertionOf(
  comment: StoredComment,
  fields: CommentEventFields,
  { comments }: CommentStore,
): CommentWrite {
  return { write: comments.insert(comment), event: commentEventDraft('created', comment, fields) };
}

/** The next version of a comment, with its write and event. */
export function changeOf(
  before: StoredComment,
  change: Partial<StoredComment>,
  { comments }: CommentStore,
): CommentWrite & { readonly after: StoredComment } {
  const next = { ...change, version: before.version + 1 };
  const after = { ...before, ...next };
  return {
    after,
    write: comments.update(asRead(before), { $set: next }),
    event: commentEventDraft('updated', after),
  };
}

export function deletionOf(comment: StoredComment, { comments }: CommentStore): CommentWrite {
  return {
    write: comments.delete(asRead(comment)),
    event: commentEventDraft('deleted', { ...comment, version: comment.version + 1 }),
  };
}

export function writesAndEvents(changes: readonly CommentWrite[]) {
  return { writes: changes.map(({ write }) => write), events: changes.map(({ event }) => event) };
}

function asRead({ _id, version }: StoredComment) {
  return { _id, version };
}
