import { can, ServiceError, type Actor } from '@svc/contracts';

/**
 * Checks that a caller may see and change how the installation runs: an administrator, or the admin tool.
 * @throws ServiceError `rest_forbidden`
 */
export function requireOperator(actor: Actor): void {
  if (actor.kind === 'site_link' || !can(actor, 'manage_dt'))
    throw new ServiceError('rest_forbidden', 'Sorry, you are not allowed to do that.', { status: 403 });
}
