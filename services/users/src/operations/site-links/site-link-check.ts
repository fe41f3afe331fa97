import { ServiceError, usersSiteLinkCheck } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';
import { findLink } from '../../site-links/find-link.ts';

export const siteLinkCheck = defineHandler(usersSiteLinkCheck, async (call, deps: Deps<'siteLinks'>) => {
  const { transfer_token: bearer, address, is_secure: isSecure } = call.input;
  if (typeof bearer !== 'string' || bearer === '')
    throw new ServiceError('site_check_error', 'Malformed request');
  return isSecure && (await findLink(deps.siteLinks, { bearer, address })) !== undefined;
});
