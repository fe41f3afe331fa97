import type { Handler } from '@svc/service-kit';
import type { UsersDeps } from '../users-deps.ts';
import { baseUser } from './base-user.ts';
import { createSiteLink } from './create-site-link.ts';
import { deleteSiteLink } from './delete-site-link.ts';
import { rotateSiteLink } from './rotate-site-link.ts';
import { siteLinkActor } from './site-link-actor.ts';
import { siteLinkCheck } from './site-link-check.ts';
import { siteLinkRemote } from './site-link-remote.ts';
import { siteLinkSettingsFields } from './site-link-settings-fields.ts';
import { siteLinks } from './site-links.ts';

/** The operations of site links with the functions that answer them. */
export const siteLinkHandlers: readonly Handler<UsersDeps>[] = [
  ...[siteLinks, createSiteLink, rotateSiteLink, deleteSiteLink],
  ...[siteLinkActor, siteLinkCheck, siteLinkSettingsFields],
  ...[siteLinkRemote, baseUser],
];
