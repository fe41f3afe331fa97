import { usersRotateSiteLink } from '@svc/contracts';
import { defineHandler, invalidParam } from '@svc/service-kit';
import { askPostTypes } from '../../site-links/ask-post-types.ts';
import { isToken, tokenProblem } from '../../site-links/given-token.ts';
import { linkPresenter } from '../../site-links/present-link.ts';
import { requireLinkAdmin, requireRightsOf } from '../../site-links/require-link-admin.ts';
import type { SiteLinkDeps } from './site-link-deps.ts';

/** The token is in this answer and in no other: what is kept for a repeat goes without it. */
export const rotateSiteLink = defineHandler(usersRotateSiteLink, async (call, deps: SiteLinkDeps) => {
  const { store, types, vault } = deps.siteLinks;
  const { id, token: given } = call.input;
  requireLinkAdmin(call.actor);
  if (given !== undefined && !isToken(given)) throw invalidParam({ token: tokenProblem });
  const link = await store.byId(id);
  // Who gets its token may do what it may do.
  if (link) requireRightsOf(link.type, call.actor, types);
  const token = given ?? vault.makeToken();
  const postTypes = await askPostTypes(call, deps.caller);
  const present = linkPresenter(types, postTypes, deps.translatorFor(call.actor.locale));
  const { answer, isDone } = await store.rotate(call, { id, token }, present);
  return isDone ? { ...answer, token } : answer;
});
