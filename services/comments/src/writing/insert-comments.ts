import type { mongo } from 'mongoose';
import { commentCreated, maxMentioned, shareMentioned, type CommentAuthor } from '@svc/contracts';
import type { CommandDraft, Commit, Write } from '@svc/service-kit';
import { commentEventDraft, type CommentEventFields } from '../events/comment-event-draft.ts';
import type { StoredComment } from '../store/comment-model.ts';
import type { CommentStore } from '../store/comment-writes.ts';

/** A comment that is about to be stored, and what else others need to know of it. */
export interface NewComment {
  readonly comment: StoredComment;
  readonly author: CommentAuthor;
  /** Nobody is notified of it. */
  readonly silent: boolean;
  /** Users whom it mentions: they get the record shared. */
  readonly mentions: readonly number[];
}

/** What is told of the record with each new comment that somebody is notified of; a command that is older says nothing of it. */
export interface CommentedRecord extends Pick<CommentEventFields, 'record_name' | 'audience'> {
  /** No action of an extension has anything to do in the record. */
  readonly nothing_follows?: true | undefined;
}

/** What stores new comments of one record, tells them, and has the actions of extensions follow. */
export function insertComments(
  made: readonly NewComment[],
  record: CommentedRecord,
  deps: CommentStore,
): Required<Pick<Commit<unknown>, 'writes' | 'events' | 'commands'>> {
  return {
    writes: made.map(({ comment }) => insert(comment, deps)),
    events: made.map((each) => commentEventDraft('created', each.comment, eventFieldsOf(each, record))),
    commands: [...(record.nothing_follows ? [] : actionsAfter(made)), ...sharesAfter(made)],
  };
}

function eventFieldsOf(
  { silent, mentions }: NewComment,
  { record_name, audience }: CommentedRecord,
): CommentEventFields {
  if (silent) return { silent };
  return {
    silent,
    mentions: [...mentions],
    ...(record_name !== undefined && { record_name }),
    ...(audience && { audience }),
  };
}

function insert(comment: StoredComment, { store, comments }: CommentStore): Write {
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

/** Whoever is mentioned gets the record shared, in the name of who mentions them. */
function sharesAfter(made: readonly NewComment[]): CommandDraft[] {
  const byAuthor = Map.groupBy(
    made.filter(({ mentions }) => mentions.length > 0),
    ({ author }) => JSON.stringify(author),
  );
  return [...byAuthor.values()].flatMap((mentioning) => {
    const [first] = mentioning;
    if (!first) return [];
    const userIds = [...new Set(mentioning.flatMap(({ mentions }) => mentions))].slice(0, maxMentioned);
    const { postType, recordId } = first.comment;
    const input = { post_type: postType, record_id: recordId, user_ids: userIds, author: first.author };
    return [{ command: shareMentioned, input }];
  });
}

/** The comments of one text: with the first of them is told whatever there is to tell of it, once. */
export function inParts(
  comments: readonly StoredComment[],
  { author, silent, mentions }: Omit<NewComment, 'comment'>,
): NewComment[] {
  return comments.map((comment, index) =>
    index === 0 ? { comment, author, silent, mentions } : { comment, author, silent: true, mentions: [] },
  );
}
