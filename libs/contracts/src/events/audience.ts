import { z } from 'zod';

/**
 * The users who may have to be notified of a change of a record, as of that moment. Their capabilities and preferences are not in it:
 * these are looked up when the notification is made.
 */
export const audienceSchema = z.object({
  /** Users with whom the record is shared, except those who asked not to follow it. */
  following: z.array(z.int()),
  /** Users who asked to follow it and with whom it is not shared: they follow if they may view every record of the type. */
  asking: z.array(z.int()),
  /** Users who ask not to follow it: they do only where they are responsible for it. */
  unfollowing: z.array(z.int()),
  /** The user who is responsible for it; 0 for nobody. */
  assigned_to: z.int(),
  /** The contacts to which it is sub-assigned, and the users whom they represent. */
  subassigned: z.array(z.int()),
  /** The record's `type`: who follows all contacts follows those that they may see for it. Absent where it has none. */
  type: z.string().optional(),
});

/** The users who may have to be notified of a change of a record: see `audienceSchema`. */
export type Audience = z.infer<typeof audienceSchema>;
