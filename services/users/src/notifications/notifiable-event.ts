import type { Audience, CommentEvent } from '@svc/contracts';
import type { NamedPerson, StoredNotification } from '../model/notification.ts';
import { isCommentEvent, isShareEvent, type NotifiedEvent } from './notified-event.ts';
import { commentRules } from './rules/comment-rules.ts';
import { recordRules } from './rules/record-rules.ts';
import { shareRules, matchRules, type RuleMatch } from './rules/match-rules.ts';

/** The common form of events of records, comments and shares, for creating notifications. */
export interface NotifiableEvent {
  readonly event: NotifiedEvent;
  readonly matches: readonly RuleMatch[];
  readonly record: StoredNotification['record'];
  readonly audience: Audience | undefined;
  /** The person who made the change or wrote the comment. */
  readonly actor: NamedPerson;
  /** The users who made the change; they are not notified of it. */
  readonly acting: ReadonlySet<number>;
  readonly comment: CommentEvent['data']['comment'] | undefined;
}

/** Reads an event and finds the rules that match it. */
export function readNotifiableEvent(event: NotifiedEvent): NotifiableEvent {
  const { actor } = event.data;
  const doer = { userId: actor.user_id, name: actor.kind === 'system' ? '' : actor.display_name };
  if (isCommentEvent(event)) return readCommentEvent(event, doer);
  const acting = new Set([doer.userId]);
  if (isShareEvent(event)) {
    const { record_id: id, post_type: postType, record_name: name } = event.data.share;
    const about = { record: { id, postType, name }, audience: undefined, comment: undefined };
    return { event, matches: matchRules(shareRules, event), ...about, actor: doer, acting };
  }
  const { id, post_type: postType, name } = event.data.record;
  const about = { record: { id, postType, name }, audience: event.data.audience, comment: undefined };
  return { event, matches: matchRules(recordRules, event), ...about, actor: doer, acting };
}

/** The author of a comment may be another user than the actor of its event. */
function readCommentEvent(event: CommentEvent, doer: NamedPerson): NotifiableEvent {
  const { comment } = event.data;
  const { record_id: id, post_type: postType, record_name: name = '', author_id: author } = comment;
  const isOther = author !== doer.userId || author === 0;
  return {
    event,
    matches: matchRules(commentRules, event),
    record: { id, postType, name },
    audience: comment.audience,
    actor: isOther ? { userId: author, name: comment.author_name ?? doer.name } : doer,
    acting: new Set([doer.userId, author]),
    comment,
  };
}
