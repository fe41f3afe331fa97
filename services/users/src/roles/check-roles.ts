import { msg, ServiceError } from '@svc/contracts';
import type { RoleCatalogue } from './role-catalogue.ts';

/**
 * The roles that were asked for, each once.
 * @throws ServiceError `invalid_role` naming those that are not declared, and those that are.
 */
export function checkRoles(roles: readonly string[], catalogue: RoleCatalogue): string[] {
  const unknown = roles.filter((role) => !catalogue.has(role));
  if (unknown.length === 0) return [...new Set(roles)];
  const known = [...catalogue.keys()].join(', ');
  throw new ServiceError(
    'invalid_role',
    msg`There is no role ${unknown.join(', ')}; the roles are ${known}.`,
    {
      data: { roles: unknown },
    },
  );
}
