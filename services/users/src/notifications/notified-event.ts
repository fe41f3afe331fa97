import { z } from 'zod';
import {
  commentEventSchema,
  recordEventSchema,
  shareEventSchema,
  type CommentEvent,
  type RecordEvent,
  type ShareEvent,
} from '@svc/contracts';

/** The events that make, change and remove notifications. */
export const notifiedEventSchema = z.union([recordEventSchema, commentEventSchema, shareEventSchema]);

/** An event that makes, changes or removes notifications. */
export type NotifiedEvent = RecordEvent | CommentEvent | ShareEvent;

/** Whether the event is about a comment. */
export function isCommentEvent(event: NotifiedEvent): event is CommentEvent {
  return 'comment' in event.data;
}

/** Whether the event is about a share. */
export function isShareEvent(event: NotifiedEvent): event is ShareEvent {
  return 'share' in event.data;
}
