import type { Audience, CommentEvent } from '@svc/contracts';
import type { NamedPerson, StoredNotification } from '../model/notification.ts';
import { isCommentEvent, isShareEvent, type TellingEvent } from './notified-event.ts';
import { commentRows } from './rules/comment-rules.ts';
import { recordRows } from './rules/record-rules.ts';
import { shareRows, toldBy, type ToldByRow } from './rules/rows.ts';

/** What notifications need to know of an event, whatever kind it is. */
export interface ToldEvent {
  readonly event: TellingEvent;
  readonly told: readonly ToldByRow[];
  readonly record: StoredNotification['record'];
  readonly audience: Audience | undefined;
  /** Who did it, or wrote it. */
  readonly actor: NamedPerson;
  /** Users who are not notified, because they did it. */
  readonly acting: ReadonlySet<number>;
  readonly comment: CommentEvent['data']['comment'] | undefined;
}

/** Reads an event and matches the rules. */
export function toldEvent(event: TellingEvent): ToldEvent {
  const { actor } = event.data;
  const doer = { userId: actor.user_id, name: actor.kind === 'system' ? '' : actor.display_name };
  if (isCommentEvent(event)) return toldComment(event, doer);
  const acting = new Set([doer.userId]);
  if (isShareEvent(event)) {
    const { record_id: id, post_type: postType, record_name: name } = event.data.share;
    const about = { record: { id, postType, name }, audience: undefined, comment: undefined };
    return { event, told: toldBy(shareRows, event), ...about, actor: doer, acting };
  }
  const { id, post_type: postType, name } = event.data.record;
  const about = { record: { id, postType, name }, audience: event.data.audience, comment: undefined };
  return { event, told: toldBy(recordRows, event), ...about, actor: doer, acting };
}

/** The author of a comment may be another user than its creator. */
function toldComment(event: CommentEvent, doer: NamedPerson): ToldEvent {
  const { comment } = event.data;
  const { record_id: id, post_type: postType, record_name: name = '', author_id: author } = comment;
  const isOther = author !== doer.userId || author === 0;
  return {
    event,
    told: toldBy(commentRows, event),
    record: { id, postType, name },
    audience: comment.audience,
    actor: isOther ? { userId: author, name: comment.author_name ?? doer.name } : doer,
    acting: new Set([doer.userId, author]),
    comment,
  };
}
