/** The keys of the built-in post types; extensions declare further ones. */
export const builtInPostTypes = ['contacts', 'groups', 'peoplegroups'] as const;

/** The keys of the built-in roles (docs/reference/roles.md). */
export const builtInRoleKeys = [
  'administrator',
  'dt_admin',
  'dispatcher',
  'multiplier',
  'user_manager',
  'strategist',
  'partner',
  'marketer',
  'registered',
] as const;

/** The capabilities that the service itself has, apart from those of each post type. Extensions may have further ones. */
export const serviceCapabilities: readonly string[] = [
  'access_disciple_tools',
  'access_specific_sources',
  'assign_any_contacts',
  'can_access_home_screen',
  'create_roles',
  'create_users',
  'delete_roles',
  'delete_users',
  'dt_all_access_contacts',
  'dt_all_admin_contacts',
  'dt_all_admin_groups',
  'dt_list_users',
  'edit_page',
  'edit_pages',
  'edit_peoplegroups',
  'edit_posts',
  'edit_roles',
  'edit_users',
  'list_peoplegroups',
  'list_roles',
  'list_users',
  'manage_dt',
  'manage_options',
  'promote_users',
  'read',
  'read_location',
  'remove_users',
  'update_own_contacts',
  'view_project_metrics',
];

/** The beginnings of the capabilities of a post type: `view_any_contacts`. */
export const postTypeVerbs = [
  'access',
  'create',
  'view_any',
  'update_any',
  'delete_any',
  'list_all',
] as const;

/** The capabilities that open the records of a post type. */
export function postTypeCapabilities(postType: string): string[] {
  return postTypeVerbs.map((verb) => `${verb}_${postType}`);
}
