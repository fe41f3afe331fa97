import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Actor } from '@svc/contracts';
import { readEvents, until, userActor } from '../testing/index.ts';
import { StackHarness } from '../testing/stack-harness.ts';
import { StoreInstance } from '../testing/store-instance.ts';
import type { Commit } from './commit.ts';

const mona = userActor(3, 'Mona');
const omar = userActor(4, 'Omar');

let kit: StackHarness;
let one: StoreInstance;
let two: StoreInstance;

beforeAll(async () => {
  kit = await StackHarness.open();
  [one, two] = await Promise.all([StoreInstance.open(kit), StoreInstance.open(kit)]);
});

afterAll(async () => {
  await one?.store.close();
  await two?.store.close();
  await kit?.close();
});

test('a repeat with the same key gets the same answer, and nothing happens twice', async () => {
  const id = randomUUID();
  const key = randomUUID();
  let afterwards = 0;
  const build = async (): Promise<Commit<unknown>> => ({
    writes: [one.insert(`${id}-${randomUUID()}`)],
    events: [
      { entity: 'record', verb: 'updated', postType: id, subject: id, data: {}, withoutValues: () => ({}) },
    ],
    answer: { id: randomUUID() },
    afterwards: async () => void (afterwards += 1),
  });
  const first = await one.store.commit(one.call({ key }), build);
  expect(await two.store.commit(one.call({ key }), build)).toEqual(first);
  expect(await one.items.countDocuments({ _id: { $regex: id } })).toBe(1);
  expect(afterwards).toBe(1);
  const events = () => readEvents(kit.harness.bus, `svc.events.record.${id}.>`);
  await until(async () => expect(await events()).toHaveLength(1));
});

test('the same request at the same time on two instances happens once', async () => {
  for (let round = 0; round < 5; round += 1) {
    const id = randomUUID();
    const key = randomUUID();
    const answers = await Promise.all(
      [one, two, one, two].map((on) =>
        on.store.commit(one.call({ key }), async () => ({
          writes: [on.insert(`${id}-${randomUUID()}`)],
          answer: { id: randomUUID() },
        })),
      ),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await one.items.countDocuments({ _id: { $regex: id } })).toBe(1);
  }
});

test('another request under the same key is refused and writes nothing', async () => {
  const id = randomUUID();
  const key = randomUUID();
  await one.store.commit(one.call({ key }), async () => ({ writes: [], answer: 1 }));
  const other = two.store.commit(one.call({ key, input: '{"a":1}' }), async () => ({
    writes: [two.insert(id)],
    answer: 2,
  }));
  await expect(other).rejects.toMatchObject({ code: 'idempotency_key_reused', status: 409 });
  expect(await one.items.findById(id)).toBeNull();
});

test('a kept answer is not another caller’s', async () => {
  const key = randomUUID();
  const link = (displayName: string, email = ''): Actor => ({
    ...omar,
    kind: 'site_link',
    userId: 0,
    displayName,
    email,
  });
  const callers = [mona, omar, link('A'), link('B'), link('A', 'a@b.test'), link('A/records.change/x')];
  const keys = [key, key, key, key, key, key];
  for (const [index, actor] of callers.entries()) {
    const answer = await one.store.commit(one.call({ key: keys[index] ?? '', actor }), async () => ({
      writes: [],
      answer: index,
    }));
    expect(answer).toBe(index);
  }
  const alike = one.call({ key: `x/records.change/${key}`, actor: link('A') });
  expect(await one.store.commit(alike, async () => ({ writes: [], answer: 'own' }))).toBe('own');
});

test('a kept answer is not that of another operation with the same key and input', async () => {
  const key = randomUUID();
  for (const name of ['records.change', 'records.delete', 'records.change']) {
    const call = one.call({ key, name });
    expect(await one.store.commit(call, async () => ({ writes: [], answer: name }))).toBe(name);
  }
});

test('a kept answer is not that of another site link with the same label', async () => {
  const link = (siteLinkId: number): Actor => ({ ...omar, kind: 'site_link', userId: 0, siteLinkId });
  const key = randomUUID();
  for (const siteLinkId of [1, 2, 1]) {
    const call = one.call({ key, actor: link(siteLinkId) });
    expect(await one.store.commit(call, async () => ({ writes: [], answer: siteLinkId }))).toBe(siteLinkId);
  }
});

test('kept answers and what is published are found by an index, and kept for a day', async () => {
  const indexes = await one.store.idempotency.model.listIndexes();
  expect(indexes).toContainEqual(
    expect.objectContaining({ key: { createdAt: 1 }, expireAfterSeconds: 24 * 60 * 60 }),
  );
});
