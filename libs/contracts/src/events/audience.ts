import { z } from 'zod';
import { lineText, longText } from '../text-bounds.ts';

/**
 * The users who may have to be notified of a change of a record, as of that change. The consumer looks up their capabilities and
 * preferences when it makes the notification.
 */
export const audienceSchema = z.object({
  following: z
    .array(z.int())
    .describe('Users with whom the record is shared, except those who have chosen not to follow it.'),
  asking: z
    .array(z.int())
    .describe(
      'Users who have chosen to follow the record and with whom it is not shared: they follow if they may view every record of the type.',
    ),
  unfollowing: z
    .array(z.int())
    .describe(
      'Users who have chosen not to follow the record: they follow it only while they are responsible for it.',
    ),
  assigned_to: z.int().describe('The user who is responsible for the record; 0 for nobody.'),
  subassigned: z
    .array(z.int())
    .describe(
      'Ids of the contacts to which the record is sub-assigned, and of the users whom these contacts represent.',
    ),
  type: longText.optional().describe("The record's `type`, if it has one."),
  followed_by_all: lineText
    .optional()
    .describe(
      'The capability of the users who are also notified of comments, if they follow all records. Absent: none are.',
    ),
});

/** The users who may have to be notified of a change of a record: see `audienceSchema`. */
export type Audience = z.infer<typeof audienceSchema>;
