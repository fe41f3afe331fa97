import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { recordsCreate, recordsUpdate, type Fields } from '@svc/contracts';
import fc from 'fast-check';
import { userActor } from '@svc/service-kit/testing';
import { oddValues } from './fields/testing/odd-values.ts';
import { bodiesOf, privateKeys, sharedKeys } from './testing/model/bodies.ts';
import { RecordsHarness } from './testing/records-harness.ts';
import { seedGrid } from './testing/seed-grid.ts';
import { expectReadable, named, refusalOf, type Refusal } from './testing/refusal.ts';
import { trace } from './testing/trace.ts';
import { lateWrongValues, unknownKeys, wrongValues, type NamedIds } from './testing/wrong/wrong-values.ts';

const capabilities = ['samples', 'sets'].flatMap((type) => [`access_${type}`, `create_${type}`]);
const ann = userActor(3, 'Ann', capabilities);
const bob = userActor(4, 'Bob', [...capabilities, 'view_any_samples', 'update_any_samples']);
const isFull = process.env['TEST_SUITE'] === 'full';
let harness: RecordsHarness;
let id: number;
let ids: NamedIds;

beforeAll(async () => {
  harness = await RecordsHarness.open();
  await seedGrid(harness);
  await harness.start({ EXTENSIONS: new URL('./testing/sample-extension.ts', import.meta.url).pathname });
  const set = await create({ name: 'Set' }, 'sets');
  const peer = await create({ name: 'Peer' });
  const add = (...values: unknown[]) => ({ values: values.map((value) => ({ value })) });
  const task = { values: [{ value: 'mine', date: '2030-01-01' }] };
  const links = { values: [{ type: 'web', value: 'a' }] };
  const whole = { name: 'Whole', a_text: 'a', some_tags: add('x'), my_some_tags: add('y'), a_link: links };
  id = await create({ ...whole, some_tasks: task, sets: add(set), peers: add(peer), some_places: add(100) });
  const other = await update({ some_tasks: task }, bob);
  const foreignTask = (other['some_tasks'] as { id: string }[])[0]?.id ?? '';
  ids = { self: id, sample: peer, set, foreignTask };
  await harness.eventsOf(id, 2);
});

afterAll(async () => harness.close());

async function create(fields: Fields, postType = 'samples'): Promise<number> {
  const answer = await harness.ask(recordsCreate, { post_type: postType, fields, silent: true }, ann);
  return (answer as { ID: number }).ID;
}

const update = (fields: Fields, caller = ann) =>
  harness.ask(recordsUpdate, { post_type: 'samples', id, fields, silent: true }, caller) as Promise<Fields>;

const modelled = [...sharedKeys, ...privateKeys];

/** A body with something wrong in it: its early problems are found before the stored values are looked at. */
interface WrongBody {
  readonly isUpdate: boolean;
  readonly fields: Fields;
  readonly early: readonly string[];
  readonly late: readonly string[];
}

function wrongBodies(isUpdate: boolean): fc.Arbitrary<WrongBody> {
  const known = { ...ids, self: isUpdate ? id : undefined };
  const early = wrongValues(known);
  const strange = fc.dictionary(
    unknownKeys([...Object.keys(early), ...modelled, 'sets', 'peers']),
    fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom(...oddValues)),
    { maxKeys: 2, noNullPrototype: true },
  );
  const fine = bodiesOf(modelled).map((body) =>
    Object.fromEntries(body.map(({ key, plan }) => [key, plan(undefined).input])),
  );
  return fc
    .tuple(fine, someOf(early, 4), someOf(lateWrongValues(known), 2), strange)
    .map(([right, wrong, late, strangers]) => ({
      isUpdate,
      fields: { ...(isUpdate ? {} : { name: 'New' }), ...right, ...late, ...wrong, ...strangers },
      early: Object.keys({ ...wrong, ...strangers }),
      late: Object.keys(late).filter((key) => !(key in wrong)),
    }))
    .filter((body) => body.early.length + body.late.length > 0);
}

/** Values of some of these fields. */
function someOf(values: Readonly<Record<string, fc.Arbitrary<unknown>>>, most: number): fc.Arbitrary<Fields> {
  return fc
    .uniqueArray(fc.constantFrom(...Object.keys(values)), { maxLength: most })
    .chain((keys) => fc.record(Object.fromEntries(keys.map((key) => [key, values[key] ?? fc.anything()]))))
    .map((fields) => ({ ...fields }));
}

async function expectRefused({ isUpdate, fields, early, late }: WrongBody): Promise<void> {
  const refusal = await refusalOf(isUpdate ? update(fields) : create(fields));
  const told = { fields, refusal };
  expectReadable(refusal, told);
  const keys = named(refusal as Refusal);
  // An empty name is found before the fields are looked at.
  const isNameless = /Name\/Title|title needed/.test(refusal?.message ?? '');
  if (isNameless) expect(early).toContain('name');
  else expect({ ...told, keys }).toEqual({ ...told, keys: new Set(early.length > 0 ? early : late) });
}

test('a body with anything wrong in it is refused with all of that named, and leaves no trace', async () => {
  const atOnce = fc.array(fc.boolean().chain(wrongBodies), { minLength: 10, maxLength: 10 });
  const before = await trace(harness);
  await fc.assert(
    fc.asyncProperty(atOnce, async (bodies) => {
      await Promise.all(bodies.map(expectRefused));
      expect(await trace(harness)).toEqual(before);
    }),
    { numRuns: isFull ? 400 : 30 },
  );
});

test('any JSON under any keys is taken whole or refused whole', async () => {
  const keys = [...Object.keys(wrongValues(ids)), 'some_tasks', 'some_reminders'];
  const anyKey = fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...keys) },
    { weight: 1, arbitrary: unknownKeys(keys) },
  );
  const anyValue = fc.oneof(fc.constantFrom(...oddValues), fc.jsonValue(), fc.constantFrom('', null, 'one'));
  const anyBodies = fc.dictionary(anyKey, anyValue, { maxKeys: 3, noNullPrototype: true });
  let before = await trace(harness);
  await fc.assert(
    fc.asyncProperty(anyBodies, async (body) => {
      const { version } = await harness.stored(id);
      const refusal = await refusalOf(update(body));
      const earlier = before;
      const now = await trace(harness);
      before = now;
      if (!refusal) return expect((await harness.stored(id)).version).toBe(version + 1);
      expectReadable(refusal, { body, refusal });
      expect(now).toEqual(earlier);
    }),
    { numRuns: isFull ? 1_000 : 60 },
  );
  await harness.eventsOf(id, (await harness.stored(id)).version);
});
