import { z } from 'zod';
import { changeSchema, cloudEvent } from './event.ts';

/** `svc.follow.updated`: a user chose to follow a record or not to follow it, or withdrew that choice. */
export const followEventSchema = cloudEvent(
  changeSchema.extend({
    follow: z.object({
      post_type: z.string(),
      record_id: z.int(),
      record_name: z.string(),
      user_id: z.int(),
      /** The version of the record. */
      version: z.int(),
      /** `default`: the user follows the record if it is shared with them. */
      wish: z.enum(['follow', 'unfollow', 'default']),
    }),
  }),
);
