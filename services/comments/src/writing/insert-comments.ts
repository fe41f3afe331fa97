import type { mongo } from 'mongoose';
import { commentCreated, maxMentioned, shareMentioned, type CommentAuthor } from '@svc/contracts';
import type { CommandDraft, Commit, Write } from '@svc/service-kit';
import { commentEventDraft, type CommentEventFields } from '../events/comment-event-draft.ts';
import type { StoredComment } from '../store/comment-model.ts';
import type { CommentStore } from '../store/comment-writes.ts';

/** A comment to be stored, with the data for notifications and shares. */
export interface NewComment {
  readonly comment: StoredComment;
  readonly author: CommentAuthor;
  /** Nobody is notified of the comment. */
  readonly silent: boolean;
  /** The mentioned users; the record is shared with them. */
  readonly mentions: readonly number[];
}

/** Data about the record for the events of new comments that notify users; missing in commands from older versions. */
export interface CommentedRecord extends Pick<CommentEventFields, 'record_name' | 'audience'> {
  /** No action of an extension runs after the comment. */
  readonly nothing_follows?: true | undefined;
}

/**
 * The writes, events and commands of new comments of one record. The commands run actions of extensions, and share the
 * record with mentioned users.
 */
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

/** Shares the record with mentioned users in the name of the comment's author. */
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

/** The comments of one split text. Notifications and mentions belong to the first only, so that they happen once. */
export function inParts(
  comments: readonly StoredComment[],
  { author, silent, mentions }: Omit<NewComment, 'comment'>,
): NewComment[] {
  return comments.map((comment, index) =>
    index === 0 ? { comment, author, silent, mentions } : { comment, author, silent: true, mentions: [] },
  );
}
