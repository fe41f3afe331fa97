import { expect, test } from '@jest/globals';
import { defineExtension, type Filter } from '@svc/contracts/extension';
import { ServiceMetrics } from '@svc/service-kit';
import { captureLog } from '@svc/testing';
import { capabilitiesOf } from './role-catalogue.ts';
import { rolesOfExtensions } from './roles-of-extensions.ts';

type RolesFilter = Filter<'svc_set_roles_and_permissions'>;

const extension = (name: string, filter: RolesFilter) =>
  defineExtension({
    name,
    version: '1.0.0',
    setup: ({ addFilter }) => addFilter('svc_set_roles_and_permissions', filter),
  });

const rolesOf = (...extensions: ReturnType<typeof extension>[]) =>
  rolesOfExtensions(extensions, {
    timeoutMs: 2000,
    log: captureLog().log,
    metrics: new ServiceMetrics('users'),
    caller: { call: () => Promise.reject(new Error('nobody is asked')) } as never,
  });

test('a filter gets the existing roles, adds a role and removes capabilities', async () => {
  const catalogue = await rolesOf(
    extension('trainings', (roles) => ({
      ...roles,
      trainer: {
        label: 'Trainer',
        permissions: { ...roles['multiplier']?.permissions, access_trainings: true },
      },
      partner: { permissions: { create_contacts: false } },
    })),
  );
  expect(catalogue.get('trainer')?.label).toBe('Trainer');
  expect(capabilitiesOf(catalogue, ['trainer'])).toEqual(
    [...capabilitiesOf(catalogue, ['multiplier']), 'access_trainings'].toSorted(),
  );
  expect(capabilitiesOf(catalogue, ['partner'])).not.toContain('create_contacts');
});

test('a role that a filter omits keeps its declaration', async () => {
  const catalogue = await rolesOf(extension('forgetful', () => ({ coach: { permissions: {} } })));
  expect(catalogue.get('administrator')?.capabilities.has('manage_dt')).toBe(true);
  expect(catalogue.has('coach')).toBe(true);
});

test.each([['text'], [{ coach: { label: 'Coach' } }], [{ coach: { permissions: { read: 'yes' } } }]])(
  'the service does not start when a filter returns invalid roles: %j',
  async (answer) => {
    const mistaken = extension('mistaken', () => answer as never);
    await expect(rolesOf(mistaken)).rejects.toThrow(/svc_set_roles_and_permissions must return roles/);
  },
);
