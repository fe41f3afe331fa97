import { z } from 'zod';

/**
 * Who may have to be told of a change of a record, as it was at that moment. What follows from users themselves
 * (capabilities, what they have switched off) is not in it: whoever tells them asks.
 */
export const audienceSchema = z.object({
  /** Users whom the record is shared with, without those who ask not to follow it. */
  following: z.array(z.int()),
  /** Users who ask to follow it and whom it is not shared with: they do if they may view every record of the type. */
  asking: z.array(z.int()),
  /** Users who ask not to follow it: they do only where they are responsible for it. */
  unfollowing: z.array(z.int()),
  /** The user who is responsible for it; 0 for nobody. */
  assigned_to: z.int(),
  /** The contacts to which it is sub-assigned; the users whom they stand for. */
  subassigned: z.array(z.int()),
  /** The record's `type`: who follows all contacts follows those that they may see for it. Absent where it has none. */
  type: z.string().optional(),
});

/** Who may have to be told of a change of a record. */
export type Audience = z.infer<typeof audienceSchema>;
