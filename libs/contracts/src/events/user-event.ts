import { z } from 'zod';
import { changeSchema, cloudEvent } from './event.ts';

/** `svc.user.created`, `.updated`. The event never contains a password, its hash or an e-mail address. */
export const userEventSchema = cloudEvent(
  changeSchema.extend({
    user: z.object({
      id: z.int(),
      version: z.int(),
      display_name: z.string(),
      roles: z.array(z.string()),
      disabled: z.boolean(),
    }),
    /** Names of the changed properties, for example `password`, `roles`, `display_name`. */
    changed: z.array(z.string()),
  }),
);
