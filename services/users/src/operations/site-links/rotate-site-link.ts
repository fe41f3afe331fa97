import { usersRotateSiteLink } from '@svc/contracts';
import { defineHandler, invalidParam } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';
import { isToken, tokenProblem } from '../../site-links/link-vault.ts';
import { presentLinks } from '../../site-links/present-links.ts';
import { requireLinkAdmin, requireRightsOf } from '../../site-links/require-link-admin.ts';

/** Returns the token in this answer only; the answer stored for repeated requests does not contain it. */
export const rotateSiteLink = defineHandler(
  usersRotateSiteLink,
  async (call, deps: Deps<'siteLinks' | 'caller' | 'translatorFor'>) => {
    const { store, types, vault } = deps.siteLinks;
    const { id, token: given } = call.input;
    requireLinkAdmin(call.actor);
    if (given !== undefined && !isToken(given)) throw invalidParam({ token: tokenProblem });
    const link = await store.byId(id);
    // The holder of the token can use all rights of the link, so the caller needs them too.
    if (link) requireRightsOf(link.type, call.actor, types);
    const token = given ?? vault.makeToken();
    const { present } = await presentLinks(call, deps);
    const { answer, isDone } = await store.rotate(call, { id, token }, present);
    return isDone ? { ...answer, token } : answer;
  },
);
