import { can, ServiceError, type Actor } from '@svc/contracts';

/** @throws ServiceError `no_permissions` for a caller with none of these capabilities. */
export function checkAdministers(
  actor: Actor,
  capabilities: readonly string[],
  message = 'Missing Permissions',
): void {
  if (!capabilities.some((capability) => can(actor, capability)))
    throw new ServiceError('no_permissions', message);
}
