import { z } from 'zod';
import { changeSchema, cloudEvent } from './event.ts';

/** `svc.site_link.created`, `.updated` (the link got a new token), `.deleted`. The event never contains a token or a part of one. */
export const siteLinkEventSchema = cloudEvent(
  changeSchema.extend({
    site_link: z.object({
      id: z.int(),
      version: z.int(),
      label: z.string(),
      site1: z.string(),
      site2: z.string(),
      type: z.string(),
    }),
    /** Names of the changed properties, for example `token`. */
    changed: z.array(z.string()),
  }),
);
