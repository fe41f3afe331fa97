import { z } from 'zod';
import {
  commentEventSchema,
  recordEventSchema,
  shareEventSchema,
  type CommentEvent,
  type RecordEvent,
  type ShareEvent,
} from '@svc/contracts';

/** What notifications are made of and change with. */
export const notifiedEventSchema = z.union([recordEventSchema, commentEventSchema, shareEventSchema]);

/** What has something to tell, or changes what was told. */
export type TellingEvent = RecordEvent | CommentEvent | ShareEvent;

/** Whether it is about a comment. */
export function isCommentEvent(event: TellingEvent): event is CommentEvent {
  return 'comment' in event.data;
}

/** Whether it is about whom a record is shared with. */
export function isShareEvent(event: TellingEvent): event is ShareEvent {
  return 'share' in event.data;
}
