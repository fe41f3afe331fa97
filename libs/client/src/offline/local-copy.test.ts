import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Client } from '../create-client.ts';
import { openLocalCopy } from './local-copy.ts';
import { memoryStorage } from './local-storage.ts';

const postTypes = ['contacts'];
let ended: AbortController;
beforeEach(() => {
  ended = new AbortController();
});
afterEach(() => ended.abort());

const page = (cursor: string, { records = [] as object[], removed = [] as number[] } = {}) => ({
  records,
  versions: { 7: 1 },
  removed,
  cursor,
  more: false,
});

/** A copy of one contact that follows the service. The answers to writes and to the wait for changes come when the test says so. */
async function followingCopy(first: ReturnType<typeof page>) {
  const answer = Promise.withResolvers<object>();
  const changes = [Promise.withResolvers<object>(), Promise.withResolvers<object>()] as const;
  const waits = changes.map(({ promise }) => promise);
  const fetched = [first];
  const client = {
    records: () => ({ create: () => answer.promise, update: () => answer.promise }),
    request: ({ query }: { query: { wait?: number; since?: string } }) =>
      query.wait === undefined
        ? Promise.resolve(fetched.shift() ?? page(query.since ?? ''))
        : (waits.shift() ?? new Promise(() => {})),
  };
  const copy = await openLocalCopy(client as unknown as Client, { postTypes, storage: memoryStorage() });
  copy.follow({ signal: ended.signal }).catch(() => {});
  await turns();
  return { contacts: copy.records('contacts'), sync: () => copy.sync(), answer, changes };
}

/** Everything that can happen without a further answer has happened. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

const contact = { ID: 7, name: 'Ann' };

test('a record whose removal comes before the answer to an own update stays removed', async () => {
  const { contacts, sync, answer, changes } = await followingCopy(page('1', { records: [contact] }));
  await contacts.update(7, { nickname: 'A' });
  changes[0].resolve(page('2', { removed: [7] }));
  await turns();
  answer.resolve({ ...contact, $etag: '"2.x"' });
  await sync();
  expect(contacts.list()).toEqual([]);
});

test('a record that comes and goes before the answer to its own creation stays removed', async () => {
  const { contacts, sync, answer, changes } = await followingCopy(page('1'));
  await contacts.create({ name: 'Ann' });
  await turns();
  changes[0].resolve(page('2', { records: [contact] }));
  await turns();
  changes[1].resolve(page('3', { removed: [7] }));
  await turns();
  answer.resolve({ ...contact, $etag: '"1.x"' });
  await sync();
  expect(contacts.list()).toEqual([]);
});
