import { expect, test } from '@jest/globals';
import { capabilitiesOf, roleCatalogue } from '../roles/role-catalogue.ts';
import { LinkTypes } from './link-types.ts';

const extension = {
  siteLinkTypes: {
    create_reports: { label: 'Send reports', capabilities: ['create_contacts', 'create_reports'] },
    contact_receiving: { label: 'Receive', capabilities: [] },
  },
  roles: { administrator: { permissions: { rule_trainings: true } } },
};
const roles = roleCatalogue([extension]);
const types = new LinkTypes(roles, [extension]);
const postTypes = [
  { key: 'contacts', label: 'Contacts' },
  { key: 'reports', label: 'Reports' },
];

test.each([
  ['create_contacts', ['create_contacts']],
  ['create_update_groups', ['create_groups', 'update_any_groups']],
  ['contact_sharing', ['create_contacts', 'update_own_contacts']],
  ['contact_sending', []],
  ['unknown', []],
  ['create_', []],
])('a link of type %s has the capabilities %j', (key, capabilities) => {
  expect(types.capabilitiesOf(key)).toEqual(capabilities);
});

test('a link of all permissions has the capabilities of administrators, including those of extensions', () => {
  const given = types.capabilitiesOf('all_permissions');
  expect(given).toEqual(capabilitiesOf(roles, ['administrator']));
  expect(given).toContain('rule_trainings');
});

test('an extension adds and replaces link types', () => {
  expect(types.capabilitiesOf('create_reports')).toEqual(['create_contacts', 'create_reports']);
  expect(types.capabilitiesOf('contact_receiving')).toEqual([]);
  const all = types.all(postTypes);
  expect(all).toContainEqual(expect.objectContaining({ key: 'create_reports', label: 'Send reports' }));
  const keys = all.map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys).toEqual(expect.arrayContaining(['create_update_reports', 'create_reports']));
});
