import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { recordsCreate, recordsUpdate, type Fields } from '@svc/contracts';
import fc from 'fast-check';
import { userActor } from '@svc/service-kit/testing';
import { RecordsBed } from './testing/records-bed.ts';
import { unknownKeys, wrongValues } from './testing/wrong-values.ts';

const ann = userActor(3, 'Ann', ['access_samples', 'create_samples']);
const isFull = process.env['TEST_SUITE'] === 'full';
let bed: RecordsBed;
let id: number;

beforeAll(async () => {
  bed = await RecordsBed.open();
  await bed.start({ EXTENSIONS: new URL('./testing/sample-extension.ts', import.meta.url).pathname });
  const answer = await create({ name: 'Whole', a_text: 'a', some_tags: { values: [{ value: 'x' }] } });
  id = answer['ID'] as number;
  await bed.eventsOf(id, 1);
}, 60_000);

afterAll(async () => bed.close());

const create = (fields: Fields) =>
  bed.ask(recordsCreate, { post_type: 'samples', fields, silent: true }, ann) as Promise<Fields>;

const update = (fields: Fields) =>
  bed.ask(recordsUpdate, { post_type: 'samples', id, fields, silent: true }, ann) as Promise<Fields>;

const trace = async () => ({
  record: await bed.stored(id),
  records: await bed.documents.countDocuments(),
  history: await bed.activity.countDocuments(),
});

interface Refusal {
  readonly code: string;
  readonly status: number;
  readonly message: string;
  readonly data: {
    readonly field?: string;
    readonly bad_fields?: string[];
    readonly errors?: { field: string }[];
  };
}

async function refusalOf(request: Promise<unknown>): Promise<Refusal | undefined> {
  return request.then(
    () => undefined,
    (error: Refusal) => error,
  );
}

function expectReadable(refusal: Refusal | undefined): void {
  expect(refusal).toMatchObject({
    code: expect.not.stringMatching('internal_error'),
    message: expect.any(String),
  });
  expect(refusal?.status).toBeGreaterThanOrEqual(400);
  expect(refusal?.status).toBeLessThan(500);
}

/** All keys that a refusal names. */
function named({ data }: Refusal): Set<string> {
  const keys = [data.field ?? [], data.bad_fields ?? [], (data.errors ?? []).map(({ field }) => field)];
  return new Set(keys.flat());
}

const wrongFields = fc
  .uniqueArray(fc.constantFrom(...Object.keys(wrongValues)), { maxLength: 4 })
  .chain((keys) =>
    fc.tuple(...keys.map((key) => (wrongValues[key] as fc.Arbitrary<unknown>).map((value) => [key, value]))),
  )
  .map((entries) => Object.fromEntries(entries) as Fields);

const strangers = fc.dictionary(unknownKeys, fc.jsonValue({ maxDepth: 2 }), {
  maxKeys: 2,
  noNullPrototype: true,
});

test('a body with anything wrong in it is refused with all of that named, and leaves no trace', async () => {
  const wrongBodies = fc
    .tuple(wrongFields, strangers, fc.boolean())
    .filter(([wrong, strange]) => Object.keys({ ...wrong, ...strange }).length > 0);
  const before = await trace();
  const events = await bed.eventCount();
  await fc.assert(
    fc.asyncProperty(wrongBodies, async ([wrong, strange, isUpdate]) => {
      const body = { ...(isUpdate ? {} : { name: 'New' }), a_textarea: 'fine', ...strange, ...wrong };
      const refusal = await refusalOf(isUpdate ? update(body) : create(body));
      expectReadable(refusal);
      const keys = Object.keys({ ...wrong, ...strange });
      // An empty name is found before the fields are looked at.
      const isNameless = /Name\/Title|title needed/.test(refusal?.message ?? '');
      if (isNameless) expect(keys).toContain('name');
      else expect(named(refusal as Refusal)).toEqual(new Set(keys));
      expect(await trace()).toEqual(before);
    }),
    { numRuns: isFull ? 10_000 : 60 },
  );
  expect(await bed.eventCount()).toBe(events);
}, 1_200_000);

test('any JSON under any keys is taken whole or refused whole', async () => {
  const keys = fc.oneof(fc.constantFrom(...Object.keys(wrongValues)), unknownKeys);
  const anyBodies = fc.dictionary(keys, fc.oneof(fc.jsonValue(), fc.constantFrom('', null, 'one')), {
    maxKeys: 5,
    noNullPrototype: true,
  });
  await fc.assert(
    fc.asyncProperty(anyBodies, async (body) => {
      const before = await trace();
      const refusal = await refusalOf(update(body));
      if (!refusal) {
        expect((await bed.stored(id)).version).toBe(before.record.version + 1);
        return;
      }
      expectReadable(refusal);
      expect(await trace()).toEqual(before);
    }),
    { numRuns: isFull ? 2_000 : 40 },
  );
  await bed.eventsOf(id, (await bed.stored(id)).version);
}, 600_000);
