import fc from 'fast-check';
import { recordsCreate, recordsUpdate, systemActor, type Actor, type Fields } from '@svc/contracts';
import type { RecordsHarness } from '../records-harness.ts';
import type { ModelRecord, ModelValues } from './model-record.ts';
import { fieldValues, moments, somePoint, type ModelValue } from './model-values.ts';

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

async function make(
  harness: RecordsHarness,
  makers: Makers,
  plan: Plan,
  peers: readonly number[],
): Promise<number> {
  const { postType, creators, overseer, sets } = makers;
  const fields = {
    name: plan.name,
    post_date: plan.date.write,
    ...writes(plan.values),
    ...writes(plan.creators, 'my_'),
    ...(postType === 'contacts' && { type: plan.type }),
    ...(plan.point && { some_places_meta: plan.point.write }),
    sets: { values: plan.sets.map((place) => ({ value: sets[place] })) },
  };
  const creator = creators[plan.creator] as Actor;
  const { ID: id } = (await harness.ask(
    recordsCreate,
    { post_type: postType, fields, silent: true },
    creator,
  )) as { ID: number };
  // Whoever makes a record may not view all the others, and so not connect them.
  const connected = { peers: { values: peers.map((value) => ({ value })) } };
  if (peers.length > 0)
    await harness.ask(
      recordsUpdate,
      { post_type: postType, id, fields: connected, silent: true },
      systemActor('test'),
    );
  if (maySee(makers, plan)) {
    const own = writes(plan.overseers, 'my_');
    await harness.ask(recordsUpdate, { post_type: postType, id, fields: own, silent: true }, overseer);
  }
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
