import { expect, test } from '@jest/globals';
import { builtInRoles } from './built-in-roles.ts';
import { capabilitiesOf, roleCatalogue } from './role-catalogue.ts';

/** Every role with all it may do, written out: the compact declarations have to come to exactly this. */
const table: [role: string, label: string, capabilities: string][] = [
  ['registered', 'Registered', ''],
  ['strategist', 'Strategist', 'access_disciple_tools view_project_metrics'],
  [
    'multiplier',
    'Multiplier',
    `access_contacts access_groups access_peoplegroups access_disciple_tools can_access_home_screen create_contacts
     create_groups list_all_peoplegroups list_peoplegroups view_any_peoplegroups read read_location`,
  ],
  [
    'partner',
    'Partner',
    `access_contacts access_groups access_peoplegroups access_disciple_tools create_contacts create_groups
     list_all_peoplegroups list_peoplegroups view_any_peoplegroups read read_location access_specific_sources`,
  ],
  [
    'marketer',
    'Digital Responder',
    `access_contacts access_groups access_peoplegroups access_disciple_tools create_contacts create_groups
     list_all_peoplegroups list_peoplegroups view_any_peoplegroups read read_location access_specific_sources
     assign_any_contacts view_project_metrics`,
  ],
  [
    'dispatcher',
    'Dispatcher',
    `access_contacts access_groups access_peoplegroups access_disciple_tools can_access_home_screen create_contacts
     create_groups assign_any_contacts dt_all_access_contacts view_any_groups update_any_groups list_all_groups
     list_all_peoplegroups list_peoplegroups view_any_peoplegroups list_users dt_list_users view_project_metrics read
     read_location`,
  ],
  [
    'user_manager',
    'User Manager',
    `access_contacts access_groups access_peoplegroups access_disciple_tools create_contacts create_groups
     list_all_peoplegroups list_peoplegroups view_any_peoplegroups create_users delete_users edit_users list_users
     dt_list_users promote_users remove_users read read_location`,
  ],
  [
    'dt_admin',
    'Disciple.Tools Admin',
    `access_contacts access_groups access_peoplegroups access_disciple_tools can_access_home_screen create_contacts
     create_groups assign_any_contacts dt_all_access_contacts view_any_groups update_any_groups list_all_groups
     list_all_peoplegroups list_peoplegroups view_any_peoplegroups list_users dt_list_users view_project_metrics read
     read_location manage_dt delete_any_contacts delete_any_groups delete_any_peoplegroups create_peoplegroups
     edit_peoplegroups update_any_peoplegroups create_users delete_users edit_users promote_users remove_users`,
  ],
  [
    'administrator',
    'Administrator',
    `access_contacts access_groups access_peoplegroups access_disciple_tools can_access_home_screen create_contacts
     create_groups assign_any_contacts dt_all_access_contacts view_any_groups update_any_groups list_all_groups
     list_all_peoplegroups list_peoplegroups view_any_peoplegroups list_users dt_list_users view_project_metrics read
     read_location manage_dt delete_any_contacts delete_any_groups delete_any_peoplegroups create_peoplegroups
     edit_peoplegroups update_any_peoplegroups create_users delete_users edit_users promote_users remove_users
     dt_all_admin_contacts dt_all_admin_groups create_roles edit_roles delete_roles list_roles edit_posts edit_page
     edit_pages manage_options`,
  ],
];

const catalogue = roleCatalogue([]);

test.each(table)('%s may do exactly what its row says', (role, label, capabilities) => {
  const expected = capabilities.split(/\s+/).filter((name) => name !== '');
  expect(capabilitiesOf(catalogue, [role])).toEqual(expected.toSorted());
  expect(catalogue.get(role)?.label).toBe(label);
});

test('the table has every role', () => {
  expect(table.map(([role]) => role).toSorted()).toEqual(Object.keys(builtInRoles).toSorted());
});

test.each(['view_any_contacts', 'update_any_contacts', 'list_all_contacts'])(
  'no role has %s',
  (capability) => {
    const all = [...catalogue.keys()];
    expect(capabilitiesOf(catalogue, all)).not.toContain(capability);
  },
);
