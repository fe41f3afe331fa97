import { usersCreateSiteLink } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';
import { checkNewLink } from '../../site-links/check-new-link.ts';
import { presentLinks } from '../../site-links/present-links.ts';
import { requireLinkAdmin, requireRightsOf } from '../../site-links/require-link-admin.ts';

/** Returns the token in this answer only; the answer stored for repeated requests does not contain it. */
export const createSiteLink = defineHandler(
  usersCreateSiteLink,
  async (call, deps: Deps<'siteLinks' | 'caller' | 'translatorFor'>) => {
    const { store, vault, debugMode, acceptsBearers } = deps.siteLinks;
    requireLinkAdmin(call.actor);
    const { types, translate, present } = await presentLinks(call, deps);
    const link = checkNewLink(call.input, { types, debugMode });
    requireRightsOf(link.type, call.actor, deps.siteLinks.types);
    const token = call.input.token ?? vault.makeToken();
    const { answer, isDone } = await store.create(call, { link, token }, present);
    const noted = acceptsBearers || debugMode ? answer : { ...answer, note: translate(withoutHttps) };
    return isDone ? { ...noted, token } : noted;
  },
);

const withoutHttps =
  'The token is accepted over HTTPS only, and PUBLIC_URL begins with http: put a proxy with HTTPS in front of the gateway, or set DEBUG_MODE for a trial.';
