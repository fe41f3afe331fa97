import { usersAllRoles, usersCreateRole, usersDeleteRole, usersUpdateRole } from '@svc/contracts';
import { forCallers, type Endpoint } from './endpoint.ts';
import { firstOf, fromBody, inBody, inPath, inQuery } from './input-sources.ts';

/** Roles, for callers who give them (docs/reference/roles.md). */
export const rolesEndpoints: readonly Endpoint[] = [
  forCallers('GET /{ns}/v1/roles', usersAllRoles, {}),
  forCallers('POST /{ns}/v1/roles', usersCreateRole, fromBody('key', 'label', 'description', 'permissions')),
  forCallers('POST /{ns}/v1/roles/{role}', usersUpdateRole, {
    key: inPath('role'),
    ...fromBody('label', 'description', 'permissions'),
  }),
  forCallers('DELETE /{ns}/v1/roles/{role}', usersDeleteRole, {
    key: inPath('role'),
    move_to: firstOf(inBody('move_to'), inQuery('move_to')),
  }),
];
