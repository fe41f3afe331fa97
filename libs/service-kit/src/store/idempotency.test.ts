import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from '@jest/globals';
import type { Actor } from '@svc/contracts';
import { readEvents, until, userActor } from '@svc/testing';
import { stackOfSuite } from '@svc/testing/stack-harness';
import { StoreInstance } from './testing/store-instance.ts';
import type { Commit } from './commit.ts';

const mona = userActor(3, 'Mona');
const omar = userActor(4, 'Omar');

const kit = stackOfSuite();
let one: StoreInstance;
let two: StoreInstance;

beforeAll(async () => {
  [one, two] = await Promise.all([StoreInstance.open(kit), StoreInstance.open(kit)]);
});

test('a repeat with the same key gets the same answer without a second write or event', async () => {
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

test('concurrent repeats of a request on two instances are executed once', async () => {
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

test('a stored answer is returned to its own caller and operation only', async () => {
  const key = randomUUID();
  const link = (displayName: string, more: Partial<Actor> = {}): Actor => ({
    ...omar,
    kind: 'site_link',
    userId: 0,
    displayName,
    email: '',
    ...more,
  });
  const others: Parameters<StoreInstance['call']>[0][] = [
    ...[mona, omar, link('A'), link('B'), link('A', { email: 'a@b.test' })].map((actor) => ({ actor })),
    ...[1, 2].map((siteLinkId) => ({ actor: link('A', { siteLinkId }) })),
    { actor: mona, name: 'records.delete' },
    { actor: link('A/records.change/x') },
    { actor: link('A'), key: `x/records.change/${key}` },
  ];
  for (const isRepeat of [false, true])
    for (const [index, other] of others.entries()) {
      const commit = async () => ({ writes: [], answer: isRepeat ? 'carried out again' : index });
      expect(await one.store.commit(one.call({ key, ...other }), commit)).toBe(index);
    }
});

test('a stored answer is encrypted', async () => {
  const key = randomUUID();
  const secret = randomUUID();
  const commit = async () => ({ writes: [], answer: { secret } });
  await one.store.commit(one.call({ key }), commit);
  const stored = await one.store.idempotency.model.find({ _id: { $regex: key } }).lean();
  expect(stored).toHaveLength(1);
  expect(JSON.stringify(stored)).not.toContain(secret);
  expect(await two.store.commit(one.call({ key }), commit)).toEqual({ secret });
});

test('an answer that an earlier version stored without encryption is repeated', async () => {
  const key = randomUUID();
  const commit = async () => ({ writes: [], answer: 'new' });
  await one.store.commit(one.call({ key }), commit);
  const former = { $unset: { sealed: 1 }, $set: { answer: '"former"' } };
  await one.store.idempotency.model.updateOne({ _id: { $regex: key } }, former);
  expect(await two.store.commit(one.call({ key }), commit)).toBe('former');
});

test('stored answers expire after a day through an index', async () => {
  const indexes = await one.store.idempotency.model.listIndexes();
  expect(indexes).toContainEqual(
    expect.objectContaining({ key: { createdAt: 1 }, expireAfterSeconds: 24 * 60 * 60 }),
  );
});
