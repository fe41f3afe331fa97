import { can, ServiceError, type Actor } from '@svc/contracts';
import { allPermissions, type LinkTypes } from './link-types.ts';

const capabilities = ['edit_posts', 'edit_page'];

/** Lets those through who may look after site links (docs/site-links.md#making-one). @throws ServiceError `rest_forbidden`. */
export function requireLinkAdmin(actor: Actor): void {
  if (!capabilities.some((capability) => can(actor, capability))) throw notAllowed();
}

/**
 * The token of a link of all permissions is for those who have all of them: nobody comes by more than they have.
 * @throws ServiceError `rest_forbidden`.
 */
export function requireRightsOf(type: string, actor: Actor, types: LinkTypes): void {
  const given = type === allPermissions ? types.capabilitiesOf(type) : [];
  if (!given.every((capability) => can(actor, capability))) throw notAllowed();
}

function notAllowed(): ServiceError {
  return new ServiceError('rest_forbidden', 'Sorry, you are not allowed to do that.');
}
