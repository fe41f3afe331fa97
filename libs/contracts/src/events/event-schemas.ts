import type { z } from 'zod';
import { commentEventSchema } from './comment-event.ts';
import { followEventSchema } from './follow-event.ts';
import { recordEventSchema } from './record-event.ts';
import { shareEventSchema } from './share-event.ts';
import { siteLinkEventSchema } from './site-link-event.ts';
import { userEventSchema } from './user-event.ts';
import { viewEventSchema } from './view-event.ts';

/** Of what there are events, and the shape of each. */
export const eventSchemas = {
  record: recordEventSchema,
  share: shareEventSchema,
  follow: followEventSchema,
  comment: commentEventSchema,
  user: userEventSchema,
  site_link: siteLinkEventSchema,
  view: viewEventSchema,
} as const;

/** The events of each entity. */
export type EntityEvents = {
  readonly [Entity in keyof typeof eventSchemas]: z.infer<(typeof eventSchemas)[Entity]>;
};
