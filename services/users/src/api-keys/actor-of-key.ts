import { postTypeVerbs, type Actor } from '@svc/contracts';
import type { User } from '../model/user.ts';
import { actorOfUser } from '../profile/actor-of-user.ts';
import { administrator } from '../roles/account-guard.ts';
import type { RoleCatalogue } from '../roles/role-catalogue.ts';
import type { ApiKey } from './api-key.ts';

/** Rights over accounts, roles and the installation, which only a key with `administration` has. */
const administrative: ReadonlySet<string> = new Set([
  'create_roles',
  'create_users',
  'delete_roles',
  'delete_users',
  'edit_page',
  'edit_pages',
  'edit_posts',
  'edit_roles',
  'edit_users',
  'list_roles',
  'list_users',
  'manage_dt',
  'manage_options',
  'promote_users',
  'remove_users',
]);

/** Capabilities for the records of a type, by the type. */
const ofType = new RegExp(
  `^(?:${[...postTypeVerbs, 'assign_any', 'dt_all_access', 'dt_all_admin', 'edit', 'list', 'update_own'].join('|')})_(?<type>.+)$`,
);

/** Capabilities that look like those for the records of a type. */
const ofNoType: ReadonlySet<string> = new Set(['access_disciple_tools', 'access_specific_sources']);

/** The actor of a key: its user with the rights that they have now, within the limits of the key. */
export function actorOfKey(user: User, key: ApiKey, roles: RoleCatalogue): Actor {
  const actor = actorOfUser(user, roles);
  const { access, administration, postTypes } = key;
  return {
    ...actor,
    roles: administration ? actor.roles : actor.roles.filter((role) => role !== administrator),
    capabilities: actor.capabilities.filter(
      (capability) =>
        (administration || !administrative.has(capability)) && isForTypes(capability, postTypes),
    ),
    key: { id: key._id, access, administration, ...(postTypes && { postTypes: [...postTypes] }) },
  };
}

function isForTypes(capability: string, postTypes: ApiKey['postTypes']): boolean {
  if (!postTypes || ofNoType.has(capability)) return true;
  const type = ofType.exec(capability)?.groups?.['type'];
  return type === undefined || postTypes.includes(type);
}
