import { usersSiteLinkRemotes } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { isSending } from '../site-links/remote-site.ts';
import type { UsersDeps } from '../users-deps.ts';

export const siteLinkRemotes = defineHandler(usersSiteLinkRemotes, async (_call, deps: UsersDeps) => {
  const links = (await deps.siteLinks.store.all()).filter(isSending);
  const sites = links.map(({ _id: id, label, type }) => ({ id, label, type }));
  return { sites: sites.toSorted((one, other) => one.label.localeCompare(other.label)) };
});
