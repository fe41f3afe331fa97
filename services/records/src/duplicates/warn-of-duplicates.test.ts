import { expect, test } from '@jest/globals';
import type { Actor, Fields } from '@svc/contracts';
import { userActor } from '@svc/service-kit/testing';
import { addedComments } from '../testing/added-comments.ts';
import { mona, recordClient } from '../testing/record-client.ts';
import { dispatcher, harnessOfSuite } from '../testing/records-harness.ts';

const harness = harnessOfSuite();
const warningsOn = addedComments(harness);
const { create } = recordClient(harness);

const form: Actor = { ...userActor(0, 'Web form', ['create_contacts', 'create_groups']), kind: 'site_link' };
const phone = (value: string) => ({ contact_phone: [{ value }] });

test('a contact that comes in over a site link gets a comment with the ids of those that it might double', async () => {
  const hidden = await create({ name: 'Hidden Name', ...phone('0151 4711') });
  const user = await create({ name: 'User', type: 'user', ...phone('0151 4711') }, dispatcher(5));
  const { ID: id } = await create({ name: 'Sent', ...phone('01514711') }, form);
  expect(warningsOn(id)).toEqual([
    {
      text: `This record might be a duplicate of: <a href="http://records.test/contacts/${hidden.ID}/">#${hidden.ID}</a>`,
      type: 'duplicate',
      author: { kind: 'system', user_id: 0, display_name: 'Duplicate Checker', email: '' },
      date: expect.any(Number),
      silent: false,
    },
  ]);
  expect(JSON.stringify(warningsOn(id))).not.toContain(`contacts/${user.ID}/`);
});

test('at most ten are named', async () => {
  for (let index = 0; index < 12; index += 1)
    await create({ name: `Twelve ${index}`, ...phone('0151 1212') });
  const { ID: id } = await create({ name: 'Sent', ...phone('0151 1212') }, form);
  expect(warningsOn(id)[0]?.text.match(/<a /g)).toHaveLength(10);
});

test.each<[string, Fields, Actor, string]>([
  ['that doubles nothing', { name: 'Alone', ...phone('0151 99001') }, form, 'contacts'],
  ['with a similar name', { name: 'Known also' }, form, 'contacts'],
  ['of a user', { name: 'Known', ...phone('0151 77001') }, mona, 'contacts'],
  ['of another type', { name: 'Known', type: 'personal', ...phone('0151 77001') }, form, 'contacts'],
  ['that is no contact', { name: 'Known' }, form, 'groups'],
])('a record %s gets no such comment', async (_what, fields, caller, postType) => {
  await create({ name: 'Known', ...phone('0151 77001') });
  await create({ name: 'Known' }, mona, 'groups');
  const { ID: id } = await create(fields, caller, postType);
  expect(warningsOn(id)).toEqual([]);
});
