import type { z } from 'zod';
import {
  type Audience,
  type CommentEvent,
  commentEventSchema,
  recordEventSchema,
  shareEventSchema,
  type RecordEvent,
  type ShareEvent,
} from '@svc/contracts';
import type { NamedPerson, StoredNotification } from '../model/notification.ts';
import { commentRules } from './rules/comment-rules.ts';
import { shareRules, matchRules, type RuleMatch } from './rules/match-rules.ts';
import { recordRules } from './rules/record-rules.ts';

/** The schema of the events of a subject. */
export function notifiedEventSchema(subject: string): z.ZodType<NotifiedEvent> {
  if (subject.startsWith('svc.events.comment.')) return commentEventSchema;
  return subject.startsWith('svc.events.share.') ? shareEventSchema : recordEventSchema;
}

/** Events that create, change or remove notifications. */
export type NotifiedEvent = RecordEvent | CommentEvent | ShareEvent;

export function isCommentEvent(event: NotifiedEvent): event is CommentEvent {
  return 'comment' in event.data;
}

function isShareEvent(event: NotifiedEvent): event is ShareEvent {
  return 'share' in event.data;
}

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
