import type { mongo } from 'mongoose';
import type { EventDraft, Write } from '@svc/service-kit/store';
import { commentEventDraft, type CommentEventFields } from '../events/comment-event-draft.ts';
import type { StoredComment } from '../store/comment-model.ts';
import { insertion, type CommentStore } from '../store/comment-store.ts';

/** A write of a comment, and its event. Changes and deletions fail when the comment has changed since it was read. */
export interface CommentWrite {
  readonly write: Write;
  readonly event: EventDraft;
}

export function insertionOf(
  comment: StoredComment,
  fields: CommentEventFields,
  { store, comments }: CommentStore,
): CommentWrite {
  return {
    write: insertion(store, comments, comment),
    event: commentEventDraft('created', comment, fields),
  };
}

/** The next version of a comment, with its write and event. */
export function changeOf(
  before: StoredComment,
  change: Partial<StoredComment>,
  { store, comments }: CommentStore,
): CommentWrite & { readonly after: StoredComment } {
  const next = { ...change, version: before.version + 1 };
  const after = { ...before, ...next };
  const update = { $set: next };
  return {
    after,
    write: {
      model: { name: 'updateOne', namespace: store.namespace(comments), filter: asRead(before), update },
      mustMatch: true,
    },
    event: commentEventDraft('updated', after),
  };
}

export function deletionOf(comment: StoredComment, { store, comments }: CommentStore): CommentWrite {
  return {
    write: {
      model: { name: 'deleteOne', namespace: store.namespace(comments), filter: asRead(comment) },
      mustMatch: true,
    },
    event: commentEventDraft('deleted', { ...comment, version: comment.version + 1 }),
  };
}

/** The parts of a commit with these writes. */
export function writesAndEvents(changes: readonly CommentWrite[]) {
  return { writes: changes.map(({ write }) => write), events: changes.map(({ event }) => event) };
}

function asRead({ _id, version }: StoredComment): mongo.Document {
  return { _id, version };
}
