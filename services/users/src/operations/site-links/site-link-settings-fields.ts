import { recordsSettings, msg, ServiceError, systemActor, usersSiteLinkSettingsFields } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';
import { findLink } from '../../site-links/find-link.ts';

/**
 * Calls the records service in the name of this service: only the gateway may sign a link's actor, and this endpoint
 * has no authenticated caller. Settings that a service requests contain no values of records.
 */
export const siteLinkSettingsFields = defineHandler(
  usersSiteLinkSettingsFields,
  async (call, { siteLinks: links, caller }: Deps<'siteLinks' | 'caller'>) => {
    const { post_type: postType, transfer_token: bearer, address, is_secure: isSecure } = call.input;
    if (typeof bearer !== 'string' || bearer === '')
      throw new ServiceError('site_check_error', 'Missing parameters.');
    const link = isSecure ? await findLink(links, { bearer, address }) : undefined;
    if (!link) throw new ServiceError('site_check_error', 'Invalid transfer token');
    const context = { caller: systemActor('users'), requestId: call.requestId, deadline: call.deadline };
    const { fields } = await caller.call(recordsSettings, { post_type: postType }, context);
    const capabilities = links.types.capabilitiesOf(link.type);
    if (capabilities.includes(`access_${postType}`) || capabilities.includes(`create_${postType}`))
      return fields;
    throw new ServiceError('get_post_settings', msg`No permissions to read ${postType}`);
  },
);
