import {
  builtInPostTypes,
  msg,
  type Message,
  postTypeCapabilities,
  serviceCapabilities,
  type Extension,
} from '@svc/contracts';
import type { RoleCatalogue } from './role-catalogue.ts';

/** All capabilities that a role may have: those of the program, of each post type, and of roles that extensions declare. */
export function knownCapabilities(
  extensions: readonly Pick<Extension, 'postTypes'>[],
  declared: RoleCatalogue,
): ReadonlySet<string> {
  const declaredTypes = extensions.flatMap(({ postTypes = {} }) => Object.keys(postTypes));
  const postTypes = new Set<string>([...builtInPostTypes, ...declaredTypes]);
  const given = [...declared.values()].flatMap(({ capabilities }) => [...capabilities]);
  const all = [...serviceCapabilities, ...[...postTypes].flatMap(postTypeCapabilities), ...given];
  return new Set(all.toSorted());
}

/** The right that a capability gives; empty for one of an extension. */
export function describeCapability(capability: string): Message {
  const ofProgram = descriptions.get(capability);
  if (ofProgram !== undefined) return ofProgram;
  for (const [verb, describe] of ofPostTypes)
    if (capability.startsWith(`${verb}_`)) return describe(capability.slice(verb.length + 1));
  return '';
}

const ofPostTypes: readonly (readonly [string, (postType: string) => Message])[] = [
  ['access', (type) => msg`Work with ${type}`],
  ['create', (type) => msg`Create ${type}`],
  ['view_any', (type) => msg`View all ${type}`],
  ['update_any', (type) => msg`View and change all ${type}`],
  ['delete_any', (type) => msg`Delete all ${type}`],
  ['list_all', (type) => msg`Choose from the names of all ${type}`],
];

const descriptions: ReadonlyMap<string, Message> = new Map<string, Message>([
  ['access_disciple_tools', 'Use the app'],
  ['access_specific_sources', 'View the contacts of chosen sources'],
  ['assign_any_contacts', 'Give any contact to any user'],
  ['can_access_home_screen', 'Open the home screen'],
  ['create_roles', 'Create roles'],
  ['create_users', 'Create users'],
  ['delete_roles', 'Delete roles'],
  ['delete_users', 'Disable and enable users'],
  ['dt_all_access_contacts', 'View and change all contacts except personal ones'],
  ['dt_all_admin_contacts', 'Administer all contacts'],
  ['dt_all_admin_groups', 'Administer all groups'],
  ['dt_list_users', 'Find all users'],
  ['edit_page', 'Administer site links'],
  ['edit_pages', 'Edit pages'],
  ['edit_peoplegroups', 'Change people groups'],
  ['edit_posts', 'Administer site links and their tokens'],
  ['edit_roles', 'Change roles'],
  ['edit_users', 'Change the settings of other users'],
  ['list_peoplegroups', 'Choose from the names of all people groups'],
  ['list_roles', 'List roles'],
  ['list_users', 'List users with their settings'],
  ['manage_dt', 'Administer the installation'],
  ['manage_options', 'Change the settings of the installation'],
  ['promote_users', 'Give roles to users, and make roles'],
  ['read', 'Sign in'],
  ['read_location', 'Find places'],
  ['remove_users', 'Remove users'],
  ['update_own_contacts', 'Change contacts over a site link'],
  ['view_project_metrics', 'View the metrics of the project'],
]);
