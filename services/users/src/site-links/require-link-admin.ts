import { can, ServiceError, type Actor } from '@svc/contracts';
import { allPermissions, type LinkTypes } from './link-types.ts';

const capabilities = ['edit_posts', 'edit_page'];

/**
 * Checks that a caller may administer site links (docs/guides/site-links.md#creating-a-link): a link could otherwise outlive its own deletion.
 * @throws ServiceError `rest_forbidden`.
 */
export function requireLinkAdmin(actor: Actor): void {
  if (actor.kind === 'site_link' || !capabilities.some((capability) => can(actor, capability)))
    throw notAllowed();
}

/**
 * Checks that a caller has all capabilities of a link with all permissions, so that its token gives them no new ones.
 * @throws ServiceError `rest_forbidden`.
 */
export function requireRightsOf(type: string, actor: Actor, types: LinkTypes): void {
  const given = type === allPermissions ? types.capabilitiesOf(type) : [];
  if (!given.every((capability) => can(actor, capability))) throw notAllowed();
}

function notAllowed(): ServiceError {
  return new ServiceError('rest_forbidden', 'Sorry, you are not allowed to do that.');
}
