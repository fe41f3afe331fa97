import { z } from 'zod';
import { lineText } from '../text-bounds.ts';
import { changeSchema, cloudEvent } from './event.ts';

/** `svc.site_link.created`, `.updated` (the link got a new token), `.deleted`. The event never contains a token or a part of one. */
export const siteLinkEventSchema = cloudEvent(
  changeSchema.extend({
    site_link: z.object({
      id: z.int(),
      version: z.int(),
      label: lineText,
      site1: lineText,
      site2: lineText,
      type: lineText,
    }),
    changed: z.array(lineText).describe('Names of the changed properties, for example `token`.'),
  }),
);
