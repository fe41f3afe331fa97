import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { InputOf, Operation, OutputOf, usersResolve } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import { until } from '@svc/testing';
import { stackOfSuite } from '@svc/testing/stack-harness';
import { UserDirectory } from './user-directory.ts';

type Asked = InputOf<typeof usersResolve>;

const kit = stackOfSuite();
let directory: UserDirectory;
/** The requests to the users service. */
const requests: Asked[] = [];
/** The users who may access contacts. */
let eligible: Set<number>;
/** Runs while a request is under way. */
let meanwhile: () => Promise<void>;

const ask = async (_operation: Operation, input: unknown): Promise<OutputOf<typeof usersResolve>> => {
  const asked = input as Asked;
  requests.push(asked);
  const ids = [...asked.user_ids, ...asked.emails.map((email) => Number.parseInt(email, 10))];
  const users = ids.map((id) => ({
    id,
    email: `${id}@ref.test`,
    display_name: `User ${id}`,
    eligible: eligible.has(id),
  }));
  await meanwhile();
  return { users };
};

beforeAll(async () => {
  directory = new UserDirectory(await kit.harness.context('records'));
});

beforeEach(() => {
  requests.length = 0;
  eligible = new Set();
  meanwhile = async () => {};
});

afterAll(() => directory.close());

/** The users with these ids and addresses, and whether each may access the post type. */
async function resolve(userIds: readonly number[], emails: readonly string[] = [], postType = 'contacts') {
  const call = { ask } as unknown as Pick<Call, 'ask'>;
  const users = await directory.resolve(call, { userIds, emails, postType });
  return Object.fromEntries(users.map((user) => [user.id, user.eligible]));
}

/** Announces a change of some user. */
const announce = () => kit.harness.publish({ subject: 'svc.events.user.-.updated', content: {} });

test('a user who may access a post type is looked up once for it', async () => {
  eligible = new Set([11, 12]);
  expect(await resolve([11])).toEqual({ 11: true });
  expect(await resolve([11, 12])).toEqual({ 11: true, 12: true });
  expect(await resolve([12, 11, 12])).toEqual({ 11: true, 12: true });
  expect(await resolve([11], [], 'groups')).toEqual({ 11: true });
  expect(requests.map(({ user_ids: ids }) => ids)).toEqual([[11], [12], [11]]);
});

test('a user who may not access a post type is looked up each time', async () => {
  expect(await resolve([21])).toEqual({ 21: false });
  eligible = new Set([21]);
  expect(await resolve([21])).toEqual({ 21: true });
});

test('addresses are looked up each time, together with unknown users', async () => {
  eligible = new Set([31, 32]);
  await resolve([31]);
  expect(await resolve([31, 32], ['31@ref.test', '33@ref.test'])).toEqual({ 31: true, 32: true, 33: false });
  expect(requests.at(-1)).toMatchObject({ user_ids: [32], emails: ['31@ref.test', '33@ref.test'] });
});

test('a user who has lost access is refused when the event of it has arrived', async () => {
  eligible = new Set([41]);
  expect(await resolve([41])).toEqual({ 41: true });
  eligible = new Set();
  await announce();
  await until(async () => expect(await resolve([41])).toEqual({ 41: false }));
});

test('an answer that was under way when an event arrived is not remembered', async () => {
  eligible = new Set([51, 52]);
  await resolve([51]);
  meanwhile = async () => {
    meanwhile = async () => {};
    await announce();
    await until(async () => {
      const before = requests.length;
      await resolve([51]);
      expect(requests.length).toBe(before + 1);
    });
  };
  expect(await resolve([52])).toEqual({ 52: true });
  eligible = new Set();
  expect(await resolve([52])).toEqual({ 52: false });
});
