import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  recordsActivity,
  recordsActivityLog,
  recordsAuthorize,
  recordsBatch,
  recordsCoreSettings,
  recordsCreate,
  recordsDelete,
  recordsGet,
  recordsList,
  recordsPostTypes,
  recordsSettings,
  recordsUpdate,
  recordsViewable,
  type Actor,
  type KeyLimits,
} from '@svc/contracts';
import { harnessOfSuite, overseer } from './testing/records-harness.ts';

const harness = harnessOfSuite();
const mona = overseer(3, 'contacts', 'groups');
/** Mona by a key of these limits. Her capabilities are left whole, to show that the limits hold by themselves. */
const byKey = (limits: Partial<KeyLimits> = {}): Actor => ({
  ...mona,
  key: { id: 1, access: 'write', administration: false, ...limits },
});
const ofContacts = byKey({ postTypes: ['contacts'] });
const beyond = { code: 'key_scope', status: 403, message: 'This API key does not reach groups.' };

let contact: number;
let group: number;
const groupName = 'Hidden Circle';

beforeAll(async () => {
  const made = await harness.ask(
    recordsCreate,
    { post_type: 'groups', silent: true, fields: { name: groupName } },
    mona,
  );
  group = made.ID;
  const fields = { name: 'Karl', groups: { values: [{ value: group }] } };
  contact = (await harness.ask(recordsCreate, { post_type: 'contacts', silent: true, fields }, mona)).ID;
});

const stored = () => harness.documents.find().sort({ _id: 1 }).lean();

describe('a key of contacts', () => {
  test('reads contacts without the groups that they are connected to', async () => {
    const input = { post_type: 'contacts', id: contact };
    expect(await harness.ask(recordsGet, input, mona)).toMatchObject({ groups: [{ ID: group }] });
    const shown = await harness.ask(recordsGet, input, ofContacts);
    expect(shown).toMatchObject({ ID: contact, name: 'Karl' });
    expect(JSON.stringify(shown)).not.toContain(groupName);
    expect(shown).not.toHaveProperty('groups');
  });

  test('lists contacts without them, before and after a list that shows them', async () => {
    const ask = async (actor: Actor) =>
      JSON.stringify(await harness.ask(recordsList, { post_type: 'contacts', query: {} }, actor));
    for (const actor of [ofContacts, mona, ofContacts, mona])
      expect((await ask(actor)).includes(groupName)).toBe(actor === mona);
  });

  test.each<[string, () => Promise<unknown>]>([
    ['gets a group', () => harness.ask(recordsGet, { post_type: 'groups', id: group }, ofContacts)],
    ['lists groups', () => harness.ask(recordsList, { post_type: 'groups', query: {} }, ofContacts)],
    ['reads the settings of groups', () => harness.ask(recordsSettings, { post_type: 'groups' }, ofContacts)],
    [
      'asks for permission to view a group',
      () => harness.ask(recordsAuthorize, { post_type: 'groups', id: group, action: 'view' }, ofContacts),
    ],
    [
      'creates a group',
      () =>
        harness.ask(
          recordsCreate,
          { post_type: 'groups', silent: true, fields: { name: 'New' } },
          ofContacts,
        ),
    ],
    [
      'creates a contact in a group',
      () =>
        harness.ask(
          recordsCreate,
          {
            post_type: 'contacts',
            silent: true,
            fields: { name: 'New', groups: { values: [{ value: group }] } },
          },
          ofContacts,
        ),
    ],
    [
      'moves a contact out of a group',
      () =>
        harness.ask(
          recordsUpdate,
          {
            post_type: 'contacts',
            id: contact,
            silent: true,
            fields: { groups: { values: [{ value: group, delete: true }] } },
          },
          ofContacts,
        ),
    ],
    [
      'filters contacts by a group',
      () => harness.ask(recordsList, { post_type: 'contacts', query: { groups: [group] } }, ofContacts),
    ],
    [
      'filters contacts by a group in a group of filters',
      () =>
        harness.ask(
          recordsList,
          { post_type: 'contacts', query: { fields: [[{ groups: [group] }, { name: 'x' }]] } },
          ofContacts,
        ),
    ],
  ])('%s: key_scope, and nothing is written', async (_what, ask) => {
    const before = await stored();
    await expect(ask()).rejects.toMatchObject(beyond);
    expect(await stored()).toEqual(before);
  });

  test('writes no group in a batch, and the other items', async () => {
    const items = [
      { fields: { name: 'A', groups: { values: [{ value: group }] } } },
      { fields: { name: 'B' } },
    ];
    const { results } = await harness.ask(
      recordsBatch,
      { post_type: 'contacts', silent: true, items },
      ofContacts,
    );
    expect(results).toMatchObject([{ status: 403, error: { code: 'key_scope' } }, { status: 200 }]);
  });

  test('finds no group among records of any type', async () => {
    const ids = [contact, group];
    const { records } = await harness.ask(recordsViewable, { ids }, ofContacts);
    expect(records.map(({ id }) => id)).toEqual([contact]);
    const { post_types: types } = await harness.ask(recordsPostTypes, {}, ofContacts);
    expect(types.map(({ post_type: type }) => type)).toEqual(['contacts']);
  });

  test('reads a history without groups', async () => {
    const input = { post_type: 'contacts', id: contact };
    const ask = async (actor: Actor) => JSON.stringify(await harness.ask(recordsActivity, input, actor));
    expect(await ask(mona)).toContain(groupName);
    expect(await ask(ofContacts)).not.toContain(groupName);
    const log = JSON.stringify(await harness.ask(recordsActivityLog, {}, ofContacts));
    expect(log).toContain('Karl');
    expect(log).not.toContain(groupName);
  });

  test('reads settings without groups', async () => {
    const settings = await harness.ask(recordsSettings, { post_type: 'contacts' }, ofContacts);
    expect(settings.fields).not.toHaveProperty('groups');
    expect(settings.connection_types).toContain('relation');
    expect(settings.connection_types).not.toContain('groups');
    const core = await harness.ask(recordsCoreSettings, {}, ofContacts);
    expect(Object.keys(core.post_types)).toEqual(['contacts']);
  });

  test('keeps both ends of connections consistent when it deletes a contact', async () => {
    const fields = { name: 'Leaver', groups: { values: [{ value: group }] } };
    const { ID } = await harness.ask(recordsCreate, { post_type: 'contacts', silent: true, fields }, mona);
    await harness.ask(recordsDelete, { post_type: 'contacts', id: ID }, ofContacts);
    const shown = await harness.ask(recordsGet, { post_type: 'groups', id: group }, mona);
    expect(JSON.stringify(shown['members'])).not.toContain('Leaver');
  });
});

test('a read key reads and writes nothing', async () => {
  const reader = byKey({ access: 'read' });
  const input = { post_type: 'contacts', id: contact };
  expect(await harness.ask(recordsGet, input, reader)).toMatchObject({ groups: [{ ID: group }] });
  const before = await stored();
  const refused = { code: 'key_read_only', status: 403 };
  const writes = [
    () => harness.ask(recordsUpdate, { ...input, silent: true, fields: { name: 'Other' } }, reader),
    () =>
      harness.ask(recordsCreate, { post_type: 'contacts', silent: true, fields: { name: 'New' } }, reader),
    () =>
      harness.ask(
        recordsBatch,
        { post_type: 'contacts', silent: true, items: [{ fields: { name: 'N' } }] },
        reader,
      ),
  ];
  for (const write of writes) await expect(write()).rejects.toMatchObject(refused);
  expect(await stored()).toEqual(before);
});

test('a get by a key is no view by its user', async () => {
  const recent = async () =>
    (await harness.ask(recordsList, { post_type: 'contacts', query: { dt_recent: '1' } }, mona)).posts;
  const { ID: id } = await harness.ask(
    recordsCreate,
    { post_type: 'contacts', silent: true, fields: { name: 'Unseen' } },
    overseer(4, 'contacts'),
  );
  await harness.ask(recordsGet, { post_type: 'contacts', id, is_view: true }, byKey());
  expect((await recent()).map(({ ID }) => ID)).not.toContain(id);
});
