import type { mongo } from 'mongoose';
import { commentCreated, mostMentioned, shareMentioned, type CommentAuthor } from '@svc/contracts';
import type { CommandDraft, Commit, Write } from '@svc/service-kit';
import type { CommentsDeps } from '../deps.ts';
import { commentEventDraft } from '../events/comment-event-draft.ts';
import type { StoredComment } from '../store/comment-model.ts';

/** A comment that is about to be stored, and what others need to know of it besides. */
export interface NewComment {
  readonly comment: StoredComment;
  readonly author: CommentAuthor;
  readonly silent: boolean;
  /** Users who get the record shared because of it. */
  readonly mentions: readonly number[];
}

/** What stores new comments of one record, tells them, and has the actions of extensions follow. */
export function insertComments(
  made: readonly NewComment[],
  deps: Pick<CommentsDeps, 'store' | 'comments'>,
): Required<Pick<Commit<unknown>, 'writes' | 'events' | 'commands'>> {
  return {
    writes: made.map(({ comment }) => insert(comment, deps)),
    events: made.map(({ comment, silent }) => commentEventDraft('created', comment, { silent })),
    commands: [...actionsAfter(made), ...sharesAfter(made)],
  };
}

function insert(
  comment: StoredComment,
  { store, comments }: Pick<CommentsDeps, 'store' | 'comments'>,
): Write {
  const document: mongo.Document = { ...comment };
  return { model: { name: 'insertOne', namespace: store.namespace(comments), document } };
}

function actionsAfter(made: readonly NewComment[]): CommandDraft[] {
  const [first] = made;
  if (!first) return [];
  const input = {
    post_type: first.comment.postType,
    record_id: first.comment.recordId,
    comments: made.map(({ comment, author }) => ({ id: comment._id, type: comment.type, author })),
  };
  return [{ command: commentCreated, input }];
}

/** Whoever is mentioned gets the record shared, in the name of who mentions him. */
function sharesAfter(made: readonly NewComment[]): CommandDraft[] {
  const byAuthor = Map.groupBy(
    made.filter(({ mentions }) => mentions.length > 0),
    ({ author }) => JSON.stringify(author),
  );
  return [...byAuthor.values()].flatMap((mentioning) => {
    const [first] = mentioning;
    if (!first) return [];
    const userIds = [...new Set(mentioning.flatMap(({ mentions }) => mentions))].slice(0, mostMentioned);
    const { postType, recordId } = first.comment;
    const input = { post_type: postType, record_id: recordId, user_ids: userIds, author: first.author };
    return [{ command: shareMentioned, input }];
  });
}
