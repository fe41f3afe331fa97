import { expect, test } from '@jest/globals';
import {
  builtInPostTypes,
  builtInRoleKeys,
  inEnglish,
  postTypeCapabilities,
  serviceCapabilities,
} from '@svc/contracts';
import { builtInRoles } from './built-in-roles.ts';
import { checkRoles, capabilitiesOf, labelsOf, roleCatalogue, rolesWith } from './role-catalogue.ts';

const coach = {
  roles: {
    coach: { label: 'Coach', permissions: { access_contacts: true, access_trainings: true } },
    multiplier: { permissions: { access_trainings: true, create_groups: false } },
  },
};
const catalogue = roleCatalogue([coach]);

test('the contracts name every built-in role, and every capability of one', () => {
  expect(Object.keys(builtInRoles)).toEqual(builtInRoleKeys);
  const known = new Set([...serviceCapabilities, ...builtInPostTypes.flatMap(postTypeCapabilities)]);
  const given = Object.values(builtInRoles).flatMap(({ permissions }) => Object.keys(permissions));
  expect(given.filter((capability) => !known.has(capability))).toEqual([]);
});

test('an extension adds a role, and repeated roles give each capability once', () => {
  expect(capabilitiesOf(catalogue, ['coach', 'coach'])).toEqual(['access_contacts', 'access_trainings']);
  expect(catalogue.get('coach')?.label).toBe('Coach');
});

test('an extension changes single capabilities of a role and keeps the rest', () => {
  const before = capabilitiesOf(roleCatalogue([]), ['multiplier']);
  const after = capabilitiesOf(catalogue, ['multiplier']);
  expect(after).toEqual(
    [...before.filter((name) => name !== 'create_groups'), 'access_trainings'].toSorted(),
  );
  expect(catalogue.get('multiplier')?.label).toBe('Multiplier');
});

test('the later of two extensions overrides the earlier one', () => {
  const later = { roles: { coach: { label: 'Trainer', permissions: { access_contacts: false } } } };
  const both = roleCatalogue([coach, later]);
  expect(capabilitiesOf(both, ['coach'])).toEqual(['access_trainings']);
  expect(both.get('coach')?.label).toBe('Trainer');
});

test('list_peoplegroups and list_all_peoplegroups are granted and removed together', () => {
  const given = roleCatalogue([{ roles: { lister: { permissions: { list_peoplegroups: true } } } }]);
  expect(capabilitiesOf(given, ['lister'])).toEqual(['list_all_peoplegroups', 'list_peoplegroups']);
  const taken = roleCatalogue([{ roles: { partner: { permissions: { list_all_peoplegroups: false } } } }]);
  expect(capabilitiesOf(taken, ['partner'])).not.toContain('list_peoplegroups');
});

test('all roles with a capability are returned', () => {
  expect(rolesWith(catalogue, 'access_trainings')).toEqual(['multiplier', 'coach']);
  expect(rolesWith(catalogue, 'access_nothing')).toEqual([]);
});

test('a removed role gives no capabilities and is shown by its key', () => {
  expect(capabilitiesOf(catalogue, ['gone'])).toEqual([]);
  expect(labelsOf(catalogue, ['gone', 'coach'], inEnglish)).toEqual({ gone: 'gone', coach: 'Coach' });
});

test('roles that are not declared are refused by name', () => {
  const check = () => checkRoles(['coach', 'king', 'queen'], catalogue);
  expect(check).toThrow('Unknown role king, queen; the roles are administrator,');
  expect(checkRoles(['coach', 'coach'], catalogue)).toEqual(['coach']);
});
