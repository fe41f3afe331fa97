import { expect, test } from '@jest/globals';
import { defineExtension, type Filter } from '@svc/contracts/extension';
import { ServiceMetrics } from '@svc/service-kit';
import { captureLog } from '@svc/service-kit/testing';
import { capabilitiesOf } from './role-catalogue.ts';
import { rolesOfExtensions } from './roles-of-extensions.ts';

type RolesFilter = Filter<'svc_set_roles_and_permissions'>;

const extension = (name: string, filter: RolesFilter, priority?: number) =>
  defineExtension({
    name,
    version: '1.0.0',
    setup: ({ addFilter }) =>
      addFilter('svc_set_roles_and_permissions', filter, priority === undefined ? {} : { priority }),
  });

const rolesOf = (...extensions: ReturnType<typeof extension>[]) =>
  rolesOfExtensions(extensions, {
    log: captureLog().log,
    metrics: new ServiceMetrics('users'),
    caller: { call: () => Promise.reject(new Error('nobody is asked')) } as never,
  });

test('a filter adds a role, and sees those that are there', async () => {
  const catalogue = await rolesOf(
    extension('trainings', (roles) => ({
      ...roles,
      trainer: {
        label: 'Trainer',
        permissions: { ...roles['multiplier']?.permissions, access_trainings: true },
      },
    })),
  );
  expect(catalogue.get('trainer')?.label).toBe('Trainer');
  expect(capabilitiesOf(catalogue, ['trainer'])).toEqual(
    [...capabilitiesOf(catalogue, ['multiplier']), 'access_trainings'].toSorted(),
  );
});

test('filters of later priorities add capabilities to roles of earlier ones, or take them', async () => {
  const catalogue = await rolesOf(
    extension(
      'later',
      (roles) => ({
        ...roles,
        coach: { permissions: { ...roles['coach']?.permissions, access_groups: true } },
      }),
      30,
    ),
    extension('earlier', (roles) => ({ ...roles, coach: { permissions: { access_contacts: true } } }), 20),
    extension(
      'last',
      (roles) => ({
        ...roles,
        multiplier: { permissions: { ...roles['multiplier']?.permissions, create_contacts: false } },
      }),
      40,
    ),
  );
  expect(capabilitiesOf(catalogue, ['coach'])).toEqual(['access_contacts', 'access_groups']);
  expect(capabilitiesOf(catalogue, ['multiplier'])).not.toContain('create_contacts');
});

test('a role that a filter leaves out stays as it is declared', async () => {
  const catalogue = await rolesOf(extension('forgetful', () => ({ coach: { permissions: {} } })));
  expect(catalogue.get('administrator')?.capabilities.has('manage_dt')).toBe(true);
  expect(catalogue.has('coach')).toBe(true);
});

test.each([['text'], [{ coach: { label: 'Coach' } }], [{ coach: { permissions: { read: 'yes' } } }]])(
  'anything else than roles keeps the service from starting: %j',
  async (answer) => {
    const mistaken = extension('mistaken', () => answer as never);
    await expect(rolesOf(mistaken)).rejects.toThrow(/svc_set_roles_and_permissions should answer roles/);
  },
);
