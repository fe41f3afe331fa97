import { expect, test } from '@jest/globals';
import {
  recordsCreate,
  recordsDuplicates,
  recordsSetModule,
  recordsSettings,
  systemActor,
} from '@svc/contracts';
import { userActor } from '@svc/service-kit/testing';
import { baseFields } from './post-types/base-fields.ts';
import { harnessOfSuite, withExtensions } from './testing/records-harness.ts';
import trainingsExtension from './testing/trainings-extension.ts';

const capabilities = ['contacts', 'groups', 'trainings'].flatMap((type) => [
  `access_${type}`,
  `create_${type}`,
]);
const mona = userActor(3, 'Mona', capabilities);
const ravi = userActor(4, 'Ravi', [...capabilities, 'view_any_trainings']);
const declared = trainingsExtension.fields?.['contacts'] ?? {};
const status = trainingsExtension.postTypes?.['trainings']?.fields?.['status'];
const harness = harnessOfSuite({ settings: withExtensions('trainings') });

const settingsOf = (type: string) => harness.ask(recordsSettings, { post_type: type }, mona);

test('the settings of a type of an extension show its fields as declared, after those of every type', async () => {
  const settings = await settingsOf('trainings');
  expect(Object.keys(settings.fields)).toEqual([
    ...Object.keys(baseFields),
    ...Object.keys(declared),
    'status',
  ]);
  expect(settings).toMatchObject({
    fields: { ...declared, status },
    tiles: {
      status: { label: 'Status', tile_priority: 10 },
      details: { label: 'Details', tile_priority: 20 },
      ext_tile: { label: 'Extension tile', tile_priority: 30 },
    },
    connection_types: [],
    magic_link_apps: {},
    label_singular: 'Training',
    label_plural: 'Trainings',
    post_type: 'trainings',
    hidden: false,
    is_custom: false,
  });
  expect(settings).not.toHaveProperty('status_field');
  expect(settings.channels).toEqual({
    channel_test: { ...declared['contact_channel_test'], label: 'Channel Test' },
  });
});

test('records that its type leaves out are no duplicates, neither of records nor of creates', async () => {
  const channel = { contact_channel_test: { values: [{ value: 'twice' }] } };
  const make = (fields: object, more: object = {}) =>
    harness.ask(
      recordsCreate,
      { post_type: 'trainings', fields: { name: 'Twice', ...channel, ...fields }, silent: true, ...more },
      ravi,
    );
  const done = await make({ status: 'done' });
  const first = await make({}, { check_for_duplicates: ['contact_channel_test'] });
  const second = await make({});
  expect(first.ID).not.toBe(done.ID);
  const { ids } = await harness.ask(recordsDuplicates, { post_type: 'trainings', id: second.ID }, ravi);
  expect(ids).toEqual([first.ID]);
});

test('while its module is off, its type and its fields are not there', async () => {
  const admin = systemActor('admin');
  await harness.ask(recordsSetModule, { module: 'trainings', enabled: false }, admin);
  await expect(settingsOf('trainings')).rejects.toMatchObject({ code: 'rest_invalid_param' });
  const { fields, tiles } = await settingsOf('contacts');
  expect(fields).not.toHaveProperty('number_test');
  // The specification's own field of this key, as it was declared first.
  expect(fields['meeting_time']).toEqual({ name: 'Meeting Time', type: 'datetime', tile: 'details' });
  expect(tiles).not.toHaveProperty('ext_tile');
  await harness.ask(recordsSetModule, { module: 'trainings', enabled: true }, admin);
  expect((await settingsOf('trainings')).post_type).toBe('trainings');
});
