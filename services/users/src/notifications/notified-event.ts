import { z } from 'zod';
import {
  commentEventSchema,
  recordEventSchema,
  shareEventSchema,
  type CommentEvent,
  type RecordEvent,
  type ShareEvent,
} from '@svc/contracts';

export const notifiedEventSchema = z.union([recordEventSchema, commentEventSchema, shareEventSchema]);

/** Events that create, change or remove notifications. */
export type NotifiedEvent = RecordEvent | CommentEvent | ShareEvent;

export function isCommentEvent(event: NotifiedEvent): event is CommentEvent {
  return 'comment' in event.data;
}

export function isShareEvent(event: NotifiedEvent): event is ShareEvent {
  return 'share' in event.data;
}
