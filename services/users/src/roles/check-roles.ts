import { msg, ServiceError } from '@svc/contracts';
import type { RoleCatalogue } from './role-catalogue.ts';

/**
 * Removes duplicates and checks that the roles exist.
 * @throws ServiceError `invalid_role` naming the unknown and the known roles.
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
