import { usersCreateSiteLink } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { askPostTypes } from '../site-links/ask-post-types.ts';
import { checkNewLink } from '../site-links/check-new-link.ts';
import { linkPresenter } from '../site-links/present-link.ts';
import { requireLinkAdmin, requireRightsOf } from '../site-links/require-link-admin.ts';
import type { UsersDeps } from '../users-deps.ts';

/** The token is in this answer and in no other: what is kept for a repeat goes without it. */
export const createSiteLink = defineHandler(usersCreateSiteLink, async (call, deps: UsersDeps) => {
  const { store, types, vault, debugMode } = deps.siteLinks;
  requireLinkAdmin(call.actor);
  const postTypes = await askPostTypes(call, deps.caller);
  const link = checkNewLink(call.input, { types: types.all(postTypes), debugMode });
  requireRightsOf(link.type, call.actor, types);
  const token = call.input.token ?? vault.makeToken();
  const present = linkPresenter(types, postTypes, deps.translatorFor(call.actor.locale));
  const { answer, isDone } = await store.create(call, { link, token }, present);
  return isDone ? { ...answer, token } : answer;
});
