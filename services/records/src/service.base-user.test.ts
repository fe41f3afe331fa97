import { beforeEach, expect, test } from '@jest/globals';
import { shareEventSchema } from '@svc/contracts';
import { readEvents, until } from '@svc/service-kit/testing';
import { recordClient } from './testing/record-client.ts';
import { harnessOfSuite, multiplier, siteLink } from './testing/records-harness.ts';

const harness = harnessOfSuite();
const { create, get } = recordClient(harness);

const form = siteLink('Web form', ['create_contacts', 'create_groups', 'create_peoplegroups']);
const base = multiplier(7);

beforeEach(() => {
  harness.baseUser = 7;
});

test('a contact from a site link is new, and the base user’s to follow up', async () => {
  const { ID: id } = await create({ name: 'Left' }, form);
  expect((await harness.stored(id)).sharedWith).toEqual([7]);
  expect(await get(id, base)).toMatchObject({
    overall_status: { key: 'new' },
    assigned_to: { id: '7' },
    type: { key: 'access' },
  });
});

test('the share of the base user is announced like any other', async () => {
  const { ID: id } = await create({ name: 'Announced', type: 'personal' }, form);
  await until(async () => {
    const events = await readEvents(harness.harness.bus, 'svc.events.share.contacts.created');
    const shares = events.map((event) => shareEventSchema.parse(event).data.share);
    expect(shares).toContainEqual(expect.objectContaining({ record_id: id, user_id: 7 }));
  });
});

test('a contact from a site link that somebody gets is no matter of the base user', async () => {
  const { ID: id } = await create({ name: 'Given', assigned_to: 4, overall_status: 'assigned' }, form);
  const { sharedWith, fields } = await harness.stored(id);
  expect(sharedWith).toEqual([4]);
  expect(fields).toMatchObject({ overall_status: 'assigned' });
});

test.each([
  ['contacts', { type: 'personal' }],
  ['groups', {}],
  ['peoplegroups', {}],
])('of %s %j nobody is in charge, and the base user sees them', async (postType, fields) => {
  const { ID: id } = await create({ name: 'Open', ...fields }, form, postType);
  const stored = await harness.stored(id);
  expect(stored.sharedWith).toEqual([7]);
  expect(stored.fields).not.toHaveProperty('assigned_to');
});

test('without a base user a record from a site link is nobody’s', async () => {
  harness.baseUser = null;
  const { ID: id } = await create({ name: 'Alone' }, form);
  const { sharedWith, fields } = await harness.stored(id);
  expect(sharedWith).toEqual([]);
  expect(fields).not.toHaveProperty('assigned_to');
});
