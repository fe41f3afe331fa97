import type { RoleDeclaration } from '@svc/contracts';

/** Capabilities separated by white space, as a list. */
const list = (capabilities: string) => capabilities.trim().split(/\s+/);

const worker = list(`
  access_contacts access_groups access_peoplegroups access_disciple_tools create_contacts create_groups
  list_all_peoplegroups view_any_peoplegroups read read_location`);

const homeScreen = list('can_access_home_screen');

const partner = [...worker, ...list('access_specific_sources')];

const dispatcher = [
  ...worker,
  ...homeScreen,
  ...list(`
    assign_any_contacts dt_all_access_contacts view_any_groups update_any_groups list_all_groups
    list_users dt_list_users view_project_metrics`),
];

const userManager = [
  ...worker,
  ...list('create_users delete_users edit_users list_users dt_list_users promote_users remove_users'),
];

const admin = [
  ...dispatcher,
  ...list(`
    manage_dt delete_any_contacts delete_any_groups delete_any_peoplegroups
    create_peoplegroups edit_peoplegroups update_any_peoplegroups
    create_users delete_users edit_users promote_users remove_users`),
];

const administrator = [
  ...admin,
  ...list(`
    dt_all_admin_contacts dt_all_admin_groups create_roles edit_roles delete_roles list_roles
    edit_posts edit_page edit_pages manage_options`),
];

/** The roles of every installation, in the order in which they are shown. */
export const builtInRoles: Readonly<Record<string, RoleDeclaration>> = {
  administrator: role('Administrator', 'Runs the instance, without restrictions.', administrator),
  dt_admin: role('Disciple.Tools Admin', 'Settings, users and all records.', admin),
  dispatcher: role('Dispatcher', 'Reviews new contacts and assigns them.', dispatcher),
  multiplier: role('Multiplier', 'Follows up with contacts and groups.', [...worker, ...homeScreen]),
  user_manager: role('User Manager', 'Creates and edits users.', userManager),
  strategist: role(
    'Strategist',
    'Views the metrics of the project.',
    list('access_disciple_tools view_project_metrics'),
  ),
  partner: role('Partner', 'Views the contacts of chosen sources.', partner),
  marketer: role('Digital Responder', 'Answers people online and passes them on.', [
    ...partner,
    ...list('assign_any_contacts view_project_metrics'),
  ]),
  registered: role('Registered', 'Has an account and no rights yet.', []),
};

function role(label: string, description: string, capabilities: readonly string[]): RoleDeclaration {
  return { label, description, permissions: Object.fromEntries(capabilities.map((name) => [name, true])) };
}
