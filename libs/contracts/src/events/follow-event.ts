import { z } from 'zod';
import { changeSchema, cloudEvent } from './event.ts';

/** `svc.follow.updated`: a user asks to follow a record or not to follow it, or withdraws that. */
export const followEventSchema = cloudEvent(
  changeSchema.extend({
    follow: z.object({
      post_type: z.string(),
      record_id: z.int(),
      record_name: z.string(),
      user_id: z.int(),
      /** Of the record. */
      version: z.int(),
      /** `default`: who the record is shared with follows it, others do not. */
      wish: z.enum(['follow', 'unfollow', 'default']),
    }),
  }),
);
