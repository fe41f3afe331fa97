import { z } from 'zod';
import { longText } from '../text-bounds.ts';

/**
 * The users who may have to be notified of a change of a record, as of that change. The consumer looks up their capabilities and
 * preferences when it makes the notification.
 */
export const audienceSchema = z.object({
  /** Users with whom the record is shared, except those who have chosen not to follow it. */
  following: z.array(z.int()),
  /** Users who have chosen to follow the record and with whom it is not shared: they follow if they may view every record of the type. */
  asking: z.array(z.int()),
  /** Users who have chosen not to follow the record: they follow it only while they are responsible for it. */
  unfollowing: z.array(z.int()),
  /** The user who is responsible for the record; 0 for nobody. */
  assigned_to: z.int(),
  /** Ids of the contacts to which the record is sub-assigned, and of the users whom these contacts represent. */
  subassigned: z.array(z.int()),
  /** The record's `type`, if it has one: users who follow all contacts follow only those of types that they may see. */
  type: longText.optional(),
});

/** The users who may have to be notified of a change of a record: see `audienceSchema`. */
export type Audience = z.infer<typeof audienceSchema>;
