import { z } from 'zod';
import { lineText, longText } from '../text-bounds.ts';
import { changeSchema, cloudEvent } from './event.ts';

/** `svc.follow.updated`: a user chose to follow a record or not to follow it, or withdrew that choice. */
export const followEventSchema = cloudEvent(
  changeSchema.extend({
    follow: z.object({
      post_type: lineText,
      record_id: z.int(),
      record_name: longText,
      user_id: z.int(),
      version: z.int().describe('The version of the record.'),
      wish: z
        .enum(['follow', 'unfollow', 'default'])
        .describe('`default`: the user follows the record if it is shared with them.'),
    }),
  }),
);
