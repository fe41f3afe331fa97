import { describe, expect, test } from '@jest/globals';
import { recordsAccept, recordsAuthorize, type Actor, type Fields } from '@svc/contracts';
import { userActor } from '@svc/testing';
import { recordClient, values } from './testing/record-client.ts';
import { harnessOfSuite, withExtensions } from './testing/records-harness.ts';

const harness = harnessOfSuite({ settings: withExtensions('visits') });
const { create, update, get, expectRefused } = recordClient(harness);

const ofType = (postType: string) =>
  ['access', 'create', 'view_any', 'update_any'].map((on) => `${on}_${postType}`);
const planner = (id: number) => userActor(id, `User ${id}`, [...ofType('visits'), ...ofType('stays')]);
const vera = planner(3);
const otto = planner(4);

const visit = async (fields: Fields) => (await create({ name: 'Visit', ...fields }, vera, 'visits')).ID;
const accept = (id: number, answer: Fields, caller: Actor = otto, postType = 'visits') =>
  harness.ask(recordsAccept, { post_type: postType, id, ...answer }, caller) as Promise<Fields>;

test.each([
  ['draft', true],
  ['public', false],
])('the events of a record that is %s are silent: %s', async (kind, silent) => {
  const id = await visit({ kind });
  await update(id, { state: 'agreed' }, vera, 'visits');
  const events = await harness.eventsOf(id, 2);
  expect(events.map(({ data }) => data['silent'])).toEqual([silent, silent]);
});

test('the event of a change names the field of milestones, if it changed', async () => {
  const id = await visit({});
  await update(id, { stages: values('met') }, vera, 'visits');
  const events = await harness.eventsOf(id, 2);
  expect(events.map(({ data }) => data['milestones'])).toEqual([undefined, 'stages']);
});

test.each([
  ['public', 'plan_visits'],
  ['personal', undefined],
])('the comments on a record that is %s notify users who follow all with %s', async (kind, capability) => {
  const id = await visit({ kind });
  const asked = { post_type: 'visits', id, action: 'view', with_audience: true } as const;
  expect((await harness.ask(recordsAuthorize, asked, vera)).audience?.followed_by_all).toBe(capability);
});

describe('the assignee of a record whose type declares an acceptance', () => {
  const assigned = async () => {
    const id = await visit({ state: 'open' });
    await update(id, { assigned_to: 4 }, vera, 'visits');
    return id;
  };

  test.each<[string, Fields]>([
    ['with an answer', { accept: true }],
    ['with the declared status', { overall_status: 'agreed' }],
  ])('accepts it %s, which writes the declared values', async (_how, answer) => {
    const id = await assigned();
    const values = { state: { key: 'agreed' }, is_agreed: true, assigned_to: { id: '4' } };
    expect(await accept(id, answer)).toMatchObject(values);
    expect(await get(id, otto, 'visits')).toMatchObject(values);
  });

  test.each<[string, Fields]>([
    ['with an answer', { accept: false }],
    ['with another status', { overall_status: 'active' }],
  ])('declines it %s, which returns it to the assigner', async (_how, answer) => {
    const id = await assigned();
    expect(await accept(id, answer)).toMatchObject({ state: { key: 'open' }, assigned_to: { id: '3' } });
    const events = await harness.eventsOf(id, 3);
    expect(events.at(-1)?.data).toMatchObject({ silent: true, occasion: 'assignment_declined' });
  });
});

test('a record of a type without an acceptance is not accepted', async () => {
  const { ID: id } = await create({ name: 'Stay' }, vera, 'stays');
  const noRoute = { code: 'rest_no_route', status: 404 };
  await expectRefused(id, () => accept(id, { accept: true }, vera, 'stays'), noRoute);
});

test('a key of another type does not accept it', async () => {
  const id = await visit({});
  const limited: Actor = {
    ...otto,
    key: { id: 1, access: 'write', administration: false, postTypes: ['stays'] },
  };
  const refusal = { code: 'key_scope', status: 403 };
  await expectRefused(id, () => accept(id, { accept: true }, limited), refusal);
});
