import { commentCreated, maxMentioned, shareMentioned, type CommentAuthor } from '@svc/contracts';
import type { CommandDraft, Commit } from '@svc/service-kit/store';
import type { CommentEventFields } from '../events/comment-event-draft.ts';
import type { StoredComment } from '../store/comment-model.ts';
import type { CommentStore } from '../store/comment-store.ts';
import { insertionOf, writesAndEvents } from './comment-writes.ts';

/** The data about a new comment for notifications and shares. */
interface Announcement {
  readonly author: CommentAuthor;
  readonly silent: boolean;
  /** The mentioned users; the record is shared with them. */
  readonly mentions: readonly number[];
}

export interface NewComment extends Announcement {
  readonly comment: StoredComment;
}

/** A new text in parts, each of which becomes a comment. */
interface NewText extends Announcement {
  readonly parts: readonly string[];
  readonly common: Pick<
    StoredComment,
    'postType' | 'recordId' | 'ip' | 'agent' | 'type' | 'date' | 'createdAt'
  >;
  readonly meta: StoredComment['meta'];
}

/** The comments of a text. Meta, notifications and mentions belong to the first only, so that they happen once. */
export function commentsOf(
  ids: readonly number[],
  { parts, common, meta, author, silent, mentions }: NewText,
): NewComment[] {
  const { user_id: authorId, display_name: authorName, email: authorEmail } = author;
  return parts.map((content, index) => {
    const isFirst = index === 0;
    const own = { _id: ids[index] as number, content, meta: isFirst ? meta : [] };
    const comment = { ...own, ...common, authorId, authorName, authorEmail, version: 1 };
    return isFirst ? { comment, author, silent, mentions } : { comment, author, silent: true, mentions: [] };
  });
}

/** Data about the record for the events of new comments that notify users; missing in commands from older versions. */
interface CommentedRecord extends Pick<CommentEventFields, 'record_name' | 'audience'> {
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
    ...writesAndEvents(made.map((each) => insertionOf(each.comment, eventFieldsOf(each, record), deps))),
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
