import { z } from 'zod';
import { lineText } from '../text-bounds.ts';
import { changeSchema, cloudEvent } from './event.ts';

/** `svc.user.created`, `.updated`. The event never contains a password, its hash or an e-mail address. */
export const userEventSchema = cloudEvent(
  changeSchema.extend({
    user: z.object({
      id: z.int(),
      version: z.int(),
      display_name: lineText,
      roles: z.array(lineText),
      disabled: z.boolean(),
    }),
    changed: z
      .array(lineText)
      .describe('Names of the changed properties, for example `password`, `roles`, `display_name`.'),
  }),
);
