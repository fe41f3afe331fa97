import fc from 'fast-check';
import { systemActor, type Actor, type Fields } from '@svc/contracts';
import { recordClient, values as addValues } from '../record-client.ts';
import type { RecordsHarness } from '../records-harness.ts';
import type { ModelRecord, ModelValues } from './model-record.ts';

/** A value of a field as it is written, and as the model keeps it; undefined is unset. */
interface ModelValue {
  readonly write: unknown;
  readonly value: unknown;
}

const pieces = [
  'apple',
  'Apple Pie',
  'pie\nand more',
  'a.b*c',
  '-dash',
  '^up',
  'ÉMILE',
  'émile (x)',
  '10%',
  '',
];
const users = [3, 4, 5, 11];

/** Texts, from a few that are near to each other. */
const someText: fc.Arbitrary<string> = fc.constantFrom(...pieces);

/** Ways to fill the fields of samples, by the key of the field; a private one is the same behind `my_`. */
const fieldValues: Readonly<Record<string, fc.Arbitrary<ModelValue>>> = {
  a_text: someText.map((text) => ({ write: text, value: [text] })),
  a_textarea: someText.map((text) => ({ write: text, value: [text] })),
  a_number: same(fc.constantFrom(-2, 0, 1, 1.5, 10, 1000)),
  a_flag: fc.boolean().map((flag) => ({ write: flag, value: flag ? true : undefined })),
  flag_on: fc.boolean().map((flag) => ({ write: flag, value: flag ? undefined : false })),
  an_option: fc.constantFrom('one', 'two', 'three').map((key) => ({ write: key, value: [key] })),
  some_options: several(fc.constantFrom('one', 'two', 'three')),
  some_tags: several(fc.constantFrom('one', 'One', '-one', 'a tag', 'none', '*', 'ü')),
  a_date: fc
    .constantFrom('1969-12-30', '2020-01-01', '2020-01-02', '2020-02-29')
    .map((day) => ({ write: day, value: Date.parse(day) / 1000 })),
  a_datetime: moments(),
  a_channel: fc
    .array(fc.constantFrom('+49 30 1', '4930', 'ann@x.org', 'Ann', '100'), range(1, 3))
    .map((texts) => {
      const values = [...new Set(texts)];
      return { write: values.map((value) => ({ value })), value: values };
    }),
  a_user: same(fc.constantFrom(...users)),
  a_link: fc
    .constantFrom('apple.org', 'pie.org')
    .map((value) => ({ write: { values: [{ type: 'web', value }] }, value: [value] })),
  some_places: several(fc.constantFrom(100, 101, 102, 200)),
};

/** Points, and the row of the grid that becomes one of the places of the record. */
const somePoint: fc.Arbitrary<ModelValue & { place: number }> = fc.constantFrom(
  point(5, 10, 101),
  point(15, 10, 102),
  point(40, 10, 200),
);

/** When records say that they were made: around the ends of days. */
function moments(): fc.Arbitrary<ModelValue> {
  const days = ['2020-01-01', '2020-01-02', '2020-01-03'].map((day) => Date.parse(day) / 1000);
  return fc
    .tuple(fc.constantFrom(...days), fc.constantFrom(0, 1, 43_200, 86_399))
    .map(([day, seconds]) => ({ write: day + seconds, value: day + seconds }));
}

function point(lng: number, lat: number, place: number) {
  return { write: { values: [{ lng, lat }] }, value: [{ lng, lat }], place };
}

function same(values: fc.Arbitrary<unknown>): fc.Arbitrary<ModelValue> {
  return values.map((value) => ({ write: value, value }));
}

function several(values: fc.Arbitrary<unknown>): fc.Arbitrary<ModelValue> {
  return fc.uniqueArray(values, range(1, 3)).map((chosen) => ({
    write: addValues(...chosen),
    value: chosen,
  }));
}

function range(minLength: number, maxLength: number) {
  return { minLength, maxLength };
}

/** Of a few fields, what is written into them. */
const someValues = fc.record(fieldValues, { requiredKeys: [] }) as fc.Arbitrary<
  Readonly<Record<string, ModelValue>>
>;

/** A record that is to be made: who makes it, and who else keeps private values in it. */
export const recordPlans = fc.record({
  name: fc.constantFrom('Ann Lee', 'ann', 'Anna\nLee', 'Émile', 'Lee (x)', 'a.n'),
  type: fc.constantFrom('access', 'personal', 'placeholder'),
  creator: fc.constantFrom(0, 1),
  date: moments(),
  values: someValues,
  point: fc.option(somePoint, { nil: undefined }),
  creators: someValues,
  overseers: someValues,
  sets: fc.subarray([0, 1, 2]),
  peers: fc.uniqueArray(fc.nat(60), { maxLength: 2 }),
  hasFiles: fc.boolean(),
});

type Plan = typeof recordPlans extends fc.Arbitrary<infer Made> ? Made : never;

/** Who makes records of a type, who sees more of them than is shared with them, and what is there to connect with. */
export interface Makers {
  readonly postType: 'samples' | 'contacts';
  readonly creators: readonly Actor[];
  readonly overseer: Actor;
  readonly sets: readonly number[];
}

/** Makes records as planned, one after the other, and tells them as the model sees them. */
export async function makeRecords(
  harness: RecordsHarness,
  makers: Makers,
  plans: readonly Plan[],
): Promise<ModelRecord[]> {
  const made: { id: number; plan: Plan; peers: readonly number[] }[] = [];
  for (const plan of plans) {
    const peers = plan.peers.flatMap((place) => made[place]?.id ?? []);
    made.push({ id: await make(harness, makers, plan, peers), plan, peers });
  }
  const records = made.map(async ({ id, plan, peers }) => {
    const { name, createdAt, lastModified, sharedWith, fields } = await harness.stored(id);
    const peered = made.filter((other) => other.peers.includes(id)).map((other) => other.id);
    const own = modelValues(plan.values);
    const places = [...((own['some_places'] ?? []) as number[]), ...(plan.point ? [plan.point.place] : [])];
    return {
      id,
      name,
      sharedWith,
      postType: makers.postType,
      type: fields['type'] as string | undefined,
      createdAt: createdAt.getTime(),
      lastModified: lastModified.getTime(),
      values: {
        ...own,
        ...(places.length > 0 && { some_places: places }),
        ...(plan.point && { points: plan.point.value }),
        ...(plan.hasFiles && { some_files: ['a.pdf'] }),
        sets: plan.sets.map((place) => makers.sets[place]),
        peers: [...peers, ...peered],
      },
      privateValues: privatelyIn(makers, plan),
    };
  });
  return Promise.all(records);
}

async function make(harness: RecordsHarness, makers: Makers, plan: Plan, peers: readonly number[]) {
  const { postType, creators, overseer, sets } = makers;
  const fields = {
    name: plan.name,
    post_date: plan.date.write,
    ...writes(plan.values),
    ...writes(plan.creators, 'my_'),
    ...(postType === 'contacts' && { type: plan.type }),
    ...(plan.point && { some_places_meta: plan.point.write }),
    sets: addValues(...plan.sets.map((place) => sets[place])),
  };
  const { create, update } = recordClient(harness);
  const { ID: id } = await create(fields, creators[plan.creator], postType);
  // Whoever makes a record may not view all the others, and so not connect them.
  if (peers.length > 0) await update(id, { peers: addValues(...peers) }, systemActor('test'), postType);
  if (maySee(makers, plan)) await update(id, writes(plan.overseers, 'my_'), overseer, postType);
  // Only the endpoints of a storage write files.
  const files = [{ key: `x/${id}`, name: 'a.pdf', type: 'application/pdf', size: 1, uploaded_at: 1 }];
  if (plan.hasFiles) await harness.documents.updateOne({ _id: id }, { $set: { 'fields.some_files': files } });
  return id;
}

function maySee({ postType }: Makers, { type }: Plan): boolean {
  return postType === 'samples' || type === 'access';
}

function privatelyIn(makers: Makers, plan: Plan): ReadonlyMap<number, ModelValues> {
  const creator = makers.creators[plan.creator] as Actor;
  return new Map([
    [creator.userId, modelValues(plan.creators, 'my_')],
    ...(maySee(makers, plan) ? [[makers.overseer.userId, modelValues(plan.overseers, 'my_')] as const] : []),
  ]);
}

function writes(values: Readonly<Record<string, ModelValue>>, prefix = ''): Fields {
  return mapped(values, prefix, ({ write }) => write);
}

function modelValues(values: Readonly<Record<string, ModelValue>>, prefix = ''): ModelValues {
  return mapped(values, prefix, ({ value }) => value);
}

function mapped(
  values: Readonly<Record<string, ModelValue>>,
  prefix: string,
  make: (value: ModelValue) => unknown,
): Fields {
  const own = Object.entries(values).filter(([key]) => prefix === '' || key !== 'flag_on');
  return Object.fromEntries(own.map(([key, value]) => [`${prefix}${key}`, make(value)]));
}
