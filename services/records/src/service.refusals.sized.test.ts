import { beforeAll, expect, test } from '@jest/globals';
import { recordsCreate, recordsUpdate, type Fields } from '@svc/contracts';
import fc from 'fast-check';
import { sized, userActor } from '@svc/testing';
import { oddValues } from './fields/testing/odd-values.ts';
import { addedComments } from './testing/added-comments.ts';
import { fixturesByKey } from './testing/fixtures-extension.ts';
import { harnessOfSuite, withExtensions } from './testing/records-harness.ts';
import { shapes } from './testing/shapes.ts';
import { trace } from './testing/trace.ts';

const capabilities = ['tests', 'others'].flatMap((type) => [`access_${type}`, `create_${type}`]);
const ann = userActor(3, 'Ann', capabilities);
const harness = harnessOfSuite({ settings: withExtensions('fixtures') });
addedComments(harness);
let id: number;

beforeAll(async () => {
  id = (await create({ name: 'Whole', a_text: 'a', my_text: 'b' })).ID;
  await harness.eventsOf(id, 1);
});

const create = (fields: Fields) =>
  harness.ask(recordsCreate, { post_type: 'tests', fields, silent: true }, ann);
const update = (fields: Fields) =>
  harness.ask(recordsUpdate, { post_type: 'tests', id, fields, silent: true }, ann);

/** An error as clients of an operation get it. */
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

/** A value that has to be refused, whatever is stored. */
interface Wrong {
  readonly key: string;
  readonly what: string;
  readonly value: unknown;
}

/** A user who is another one here. */
const acceptedHere = 'a user without access';

const wrongInFields = Object.entries(fixturesByKey).flatMap(([key, { refused }]) =>
  Object.entries(refused)
    .filter(([what, [value, , before]]) => value !== undefined && !before && what !== acceptedHere)
    .map(([what, [value]]): Wrong => ({ key, what, value })),
);

const wrongMeta = [{ add_connection: 'a_connection' }, { created_from: 1, x: 1 }];

const wrongBeside: Readonly<Record<string, readonly unknown[]>> = {
  name: [true, { $gt: '' }, [], 'a\u0007b', 'x'.repeat(70_000)],
  post_date: ['2021-02-30', true, { $gt: 0 }, ['2021-01-01']],
  an_image: ['', null, 'x.png', { $gt: '' }],
  some_files: ['', null, { values: [] }],
  notes: ['x', { a: 1 }, null, [{}], [' '], [['x']]],
  initial_comment: [true, ['x'], { a: 1 }, '<br>'],
  additional_meta: ['x', [1], {}, { created_from: 0 }, { created_from: { $gt: 0 } }, ...wrongMeta],
};

const wrongElsewhere = Object.entries(wrongBeside).flatMap(([key, values]) =>
  values.map((value): Wrong => ({ key, what: JSON.stringify(value).slice(0, 50), value })),
);

const wrongs = [...wrongInFields, ...wrongElsewhere];

/** Entries that are not there are found when the stored values are looked at: after all that is wrong without them. */
const isLate = ({ key, what }: Wrong) =>
  /_(?:link|task|post_user_meta)$/.test(key) &&
  ['an unknown id', 'a change of an entry that is not there'].includes(what);

const known = new Set(['title', 'tags', '__proto__', ...wrongs.map(({ key }) => key)]);
const noFields = [
  'constructor',
  'toString',
  'hasOwnProperty',
  'ID',
  'version',
  'sharedWith',
  'fields.a_text',
  '$set',
  'a_text ',
  'post_author',
  'post_type',
  'permalink',
  'degrees',
  'links',
  'a_location_',
];
const unknownKeys = fc.oneof(fc.string(), fc.constantFrom(...noFields)).filter((key) => !known.has(key));

const rightValues = Object.entries(fixturesByKey)
  .filter(([key]) => !/connection|location/.test(key))
  .map(([key, { roundTrips }]) => [key, roundTrips[0]?.[0]] as const);

/** Something wrong in a body, with something right beside it. */
const wrongBodies = fc.record({
  isUpdate: fc.boolean(),
  right: fc.subarray(rightValues, { maxLength: 4 }),
  wrong: fc.uniqueArray(fc.constantFrom(...wrongs), { maxLength: 5, selector: ({ key }) => key }),
  strange: fc.dictionary(unknownKeys, fc.oneof(shapes, fc.constantFrom(...oddValues)), {
    maxKeys: 2,
    noNullPrototype: true,
  }),
});

type WrongBody = typeof wrongBodies extends fc.Arbitrary<infer Body> ? Body : never;

async function expectRefused({ isUpdate, right, wrong, strange }: WrongBody): Promise<void> {
  const values = wrong.map(({ key, value }) => [key, value]);
  const fields: Fields = {
    ...(isUpdate ? {} : { name: 'New' }),
    ...Object.fromEntries([...right, ...values]),
    ...strange,
  };
  const refusal = await refusalOf(isUpdate ? update(fields) : create(fields));
  expectReadable(refusal, { fields, refusal });
  const early = [...wrong.filter((each) => !isLate(each)).map(({ key }) => key), ...Object.keys(strange)];
  const expected = early.length > 0 ? early : wrong.map(({ key }) => key);
  const told = { fields, refusal };
  expect({ ...told, keys: refusal && named(refusal) }).toEqual({ ...told, keys: new Set(expected) });
}

/** What a request is refused with; undefined when it is not. */
async function refusalOf(request: Promise<unknown>): Promise<Refusal | undefined> {
  return request.then(
    () => undefined,
    (error: Refusal) => error,
  );
}

/** A refusal that is the request's fault and says so; `told` is shown when it is none. */
function expectReadable(refusal: Refusal | undefined, told: object): void {
  const { code, status, message } = refusal ?? {};
  expect({ ...told, code, status, message }).toEqual({
    ...told,
    code: expect.not.stringMatching('internal_error'),
    status: 400,
    message: expect.stringMatching(/\S/),
  });
}

/** All keys that a refusal names. */
function named({ data }: Refusal): Set<string> {
  const keys = [data.field ?? [], data.bad_fields ?? [], (data.errors ?? []).map(({ field }) => field)];
  return new Set(keys.flat());
}

// What fields refuse is a row of the conformance suite for each.
test.each(wrongElsewhere)('a write of $what to $key is refused with the key in the error', async (wrong) => {
  await expectRefused({ isUpdate: true, right: [], wrong: [wrong], strange: {} });
});

test('a request with invalid fields is refused with all their keys, without a trace', async () => {
  const before = await trace(harness);
  const isWrong = ({ wrong, strange }: WrongBody) => wrong.length + Object.keys(strange).length > 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(wrongBodies.filter(isWrong), { minLength: 10, maxLength: 10 }),
      async (bodies) => {
        await Promise.all(bodies.map(expectRefused));
        expect(await trace(harness)).toEqual(before);
      },
    ),
    { numRuns: sized(30, 200) },
  );
});

test('a request with any JSON under any keys is written as a whole or refused as a whole', async () => {
  const anyKey = fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...known) }, unknownKeys);
  const anyValue = fc.oneof(fc.constantFrom(...oddValues), fc.jsonValue(), fc.constantFrom('', null, 'one'));
  const anyBodies = fc.dictionary(anyKey, anyValue, { maxKeys: 3, noNullPrototype: true });
  let before = await trace(harness);
  await fc.assert(
    fc.asyncProperty(anyBodies, async (body) => {
      const { version } = await harness.stored(id);
      const refusal = await refusalOf(update(body));
      const earlier = before;
      before = await trace(harness);
      if (!refusal) return expect((await harness.stored(id)).version).toBe(version + 1);
      expectReadable(refusal, { body, refusal });
      expect(before).toEqual(earlier);
    }),
    { numRuns: sized(60, 500) },
  );
  await harness.eventsOf(id, (await harness.stored(id)).version);
});
