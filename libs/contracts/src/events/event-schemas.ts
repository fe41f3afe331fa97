import type { z } from 'zod';
import { commentEventSchema } from './comment-event.ts';
import { followEventSchema } from './follow-event.ts';
import { recordEventSchema } from './record-event.ts';
import { shareEventSchema } from './share-event.ts';
import { siteLinkEventSchema } from './site-link-event.ts';
import { userEventSchema } from './user-event.ts';

/** Of what there are events of changes, and the shape of each. */
export const eventSchemas = {
  record: recordEventSchema,
  share: shareEventSchema,
  follow: followEventSchema,
  comment: commentEventSchema,
  user: userEventSchema,
  site_link: siteLinkEventSchema,
} as const;

/** The events of each entity. */
export type EntityEvents = {
  readonly [Entity in keyof typeof eventSchemas]: z.infer<(typeof eventSchemas)[Entity]>;
};
