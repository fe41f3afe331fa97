import { expect, test } from '@jest/globals';
import { recordsGetMany, systemActor } from '@svc/contracts';
import { sized, until } from '@svc/testing';
import { recordClient, values } from './testing/record-client.ts';
import { harnessOfSuite } from './testing/records-harness.ts';

/** At full length more than the rule reads at once. */
const followers = sized(20, 300);

/** Milliseconds: as long as a chain of them may take on a busy machine. Who is next to the changed one is written last. */
const timeoutMs = 240_000;

const harness = harnessOfSuite();
const { create, update, get } = recordClient(harness);

const generationOf = async (id: number) => (await harness.stored(id)).fields['baptism_generation'];

test('a baptism sets the milestone and generation of the written contact in the answer', async () => {
  const { ID: first } = await create({ name: 'First', baptism_generation: 3 });
  const second = await create({ name: 'Second', baptized_by: values(first) });
  expect(second).toMatchObject({ milestones: ['milestone_baptized'], baptism_generation: 4 });
  const { ID: third } = await create({ name: 'Third' });
  const baptizing = await update(second.ID, { baptized: values(third) });
  expect(baptizing).toMatchObject({ milestones: ['milestone_baptized', 'milestone_baptizing'] });
  for (const id of [first, third]) expect(await get(id)).not.toHaveProperty('milestones');
});

test('a baptism from the other end or by title sets the generation soon after the write', async () => {
  const { ID: baptizer } = await create({ name: 'Named once only', baptism_generation: 2 });
  const { ID: child } = await create({ name: 'Child' });
  await update(baptizer, { baptized: values(child) });
  await until(async () => expect(await generationOf(child)).toBe(3));
  const { ID: named } = await create({ name: 'By title', baptized_by: values('Named once only') });
  await until(async () => expect(await generationOf(named)).toBe(3));
});

const stored = (ids: readonly number[]) => Promise.all(ids.map((id) => harness.stored(id)));
const versions = async (ids: readonly number[]) => (await stored(ids)).map(({ version }) => version);
const generations = async (ids: readonly number[]) =>
  (await stored(ids)).map(({ fields }) => fields['baptism_generation'] ?? 0);

test('a changed generation is passed on to all later generations, with one version of each contact', async () => {
  const ids: number[] = [];
  for (let index = 0; index <= followers; index += 1) {
    const fields = { type: 'access', baptism_generation: depth(index) };
    ids.push(...(await harness.seed('contacts', 1, { fields })));
  }
  const baptized = Map.groupBy(ids.slice(1), (_id, index) => baptizerOf(index + 1));
  for (const [baptizer, those] of baptized) await update(ids[baptizer] ?? 0, { baptized: values(...those) });
  await harness.settled();
  expect(await generations(ids)).toEqual(ids.map((_id, index) => depth(index)));
  const before = await versions(ids);
  const { ID: founder } = await create({ name: 'Founder', baptism_generation: 4 });
  const answer = await update(ids[0] ?? 0, { baptized_by: values(founder) });
  expect(answer['baptism_generation']).toBe(5);
  const expected = ids.map((_id, index) => 5 + depth(index));
  await until(
    async () => expect(await generations(ids.slice(0, 2))).toEqual(expected.slice(0, 2)),
    timeoutMs,
  );
  await harness.settled();
  expect(await generations(ids)).toEqual(expected);
  expect(await versions(ids)).toEqual(before.map((version) => version + 1));
  const input = { post_type: 'contacts', ids: [...ids], fields: ['name'] };
  const read = await harness.ask(recordsGetMany, input, systemActor('test'));
  expect(ids.map((id) => read.versions[id])).toEqual(await versions(ids));
});

/** Each has baptized three. */
function baptizerOf(index: number): number {
  return Math.floor((index - 1) / 3);
}

function depth(index: number): number {
  return index === 0 ? 0 : 1 + depth(baptizerOf(index));
}
