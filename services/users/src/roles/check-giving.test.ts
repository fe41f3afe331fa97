import { expect, test } from '@jest/globals';
import { systemActor, type Actor } from '@svc/contracts';
import { checkGiving, checkTakingAccess } from './check-giving.ts';
import { capabilitiesOf, roleCatalogue } from './role-catalogue.ts';

const catalogue = roleCatalogue([
  { roles: { intake: { label: 'Intake', permissions: { create_contacts: true, manage_options: true } } } },
]);

const withRole = (...roles: string[]): Actor => ({
  ...systemActor('somebody'),
  kind: 'user',
  userId: 1,
  roles,
  capabilities: capabilitiesOf(catalogue, roles),
});

const giving = (giver: Actor, before: string[], wanted: string[], id = 2) =>
  checkGiving({ giver, user: { _id: id, roles: before }, wanted }, catalogue);

test.each<[giver: string, before: string[], after: string[]]>([
  ['administrator', [], ['administrator']],
  ['administrator', ['administrator'], ['multiplier']],
  ['administrator', [], ['partner', 'marketer', 'intake', 'user_manager']],
  ['dt_admin', ['multiplier'], ['dt_admin', 'dispatcher', 'partner', 'user_manager']],
  ['user_manager', [], ['multiplier']],
  ['user_manager', [], ['user_manager', 'registered']],
  ['user_manager', ['dispatcher'], ['dispatcher', 'multiplier']],
])('a %s may change the roles %j to %j', (giver, before, after) => {
  expect(() => giving(withRole(giver), before, after)).not.toThrow();
});

test.each<[giver: string, before: string[], after: string[], message: RegExp]>([
  ['dt_admin', [], ['administrator'], /Only an administrator/],
  ['user_manager', ['multiplier'], ['multiplier', 'administrator'], /Only an administrator/],
  ['user_manager', ['administrator', 'multiplier'], ['multiplier'], /Only an administrator/],
  ['user_manager', [], ['dt_admin'], /do not have: dt_admin/],
  ['user_manager', [], ['multiplier', 'dispatcher', 'partner'], /do not have: dispatcher, partner/],
  ['dt_admin', [], ['intake'], /do not have: intake/],
  ['registered', [], ['multiplier'], /do not have: multiplier/],
])('a %s may not change the roles %j to %j', (giver, before, after, message) => {
  expect(() => giving(withRole(giver), before, after)).toThrow(message);
});

test('the last administrator cannot give up the role', () => {
  expect(() => giving(withRole('administrator'), ['administrator'], ['multiplier'], 1)).toThrow(/Another/);
  expect(() => giving(withRole('administrator'), ['administrator'], ['administrator'], 1)).not.toThrow();
});

test('users cannot remove their own access', () => {
  expect(() => checkTakingAccess(withRole('administrator'), { _id: 2 })).not.toThrow();
  expect(() => checkTakingAccess(withRole('administrator'), { _id: 1 })).toThrow(/own/);
});

test('the admin tool may assign any role', () => {
  expect(() => giving(systemActor('admin'), [], ['administrator'])).not.toThrow();
});
