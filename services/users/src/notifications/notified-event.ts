import { z } from 'zod';
import {
  commentEventSchema,
  recordEventSchema,
  shareEventSchema,
  viewEventSchema,
  type CommentEvent,
  type RecordEvent,
  type ShareEvent,
  type ViewEvent,
} from '@svc/contracts';

/** What notifications are made of, change with and are read by. */
export const notifiedEventSchema = z.union([
  recordEventSchema,
  commentEventSchema,
  shareEventSchema,
  viewEventSchema,
]);

/** The subjects of these events. */
export const notifiedSubjects = [
  'svc.events.record.*.>',
  'svc.events.comment.*.>',
  'svc.events.share.*.created',
  'svc.events.view.-.created',
] as const;

/** What has something to tell. */
export type TellingEvent = RecordEvent | CommentEvent | ShareEvent;

/** Any event that notifications have to do with. */
export type NotifiedEvent = TellingEvent | ViewEvent;

/** Whether users looked at records. */
export function isViewEvent(event: NotifiedEvent): event is ViewEvent {
  return 'views' in event.data;
}

/** Whether it is about a comment. */
export function isCommentEvent(event: NotifiedEvent): event is CommentEvent {
  return 'comment' in event.data;
}

/** Whether it is about whom a record is shared with. */
export function isShareEvent(event: NotifiedEvent): event is ShareEvent {
  return 'share' in event.data;
}
