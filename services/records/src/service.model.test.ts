import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { recordsCreate, recordsGet, recordsUpdate, type Actor, type Fields } from '@svc/contracts';
import fc from 'fast-check';
import { isDeepStrictEqual } from 'node:util';
import { userActor } from '@svc/service-kit/testing';
import { bodies, modelFields, type ModelEntry, type ModelWrite } from './testing/model-writes.ts';
import { RecordsBed } from './testing/records-bed.ts';

const capabilities = ['access_samples', 'create_samples', 'view_any_samples', 'update_any_samples'];
const ann = userActor(3, 'Ann', capabilities);
const bob = userActor(4, 'Bob', capabilities);
let bed: RecordsBed;

beforeAll(async () => {
  bed = await RecordsBed.open();
  const settings = { EXTENSIONS: new URL('./testing/sample-extension.ts', import.meta.url).pathname };
  await Promise.all([bed.start(settings), bed.start(settings)]);
}, 60_000);

afterAll(async () => bed.close());

type Body = readonly ModelWrite[];

const create = (body: Body) => {
  const fields = { name: 'Model', ...fieldsOf(body) };
  return bed.ask(recordsCreate, { post_type: 'samples', fields, silent: true }, ann) as Promise<Fields>;
};

const update = (id: number, body: Body, caller: Actor) => {
  const input = { post_type: 'samples', id, fields: fieldsOf(body), silent: true };
  return bed.ask(recordsUpdate, input, caller) as Promise<Fields>;
};

const get = (id: number) => bed.ask(recordsGet, { post_type: 'samples', id }, bob);

const fieldsOf = (body: Body): Fields => Object.fromEntries(body.map(({ key, input }) => [key, input]));

/** What the model says is read after a write. */
function after(before: Fields, body: Body): Fields {
  const changed = body.map(({ key, next }) => [key, next(before[key])] as const);
  return { ...before, ...Object.fromEntries(changed) };
}

/** What the model follows of a record that was read. */
function seen(record: Fields): Fields {
  const entries = (record['a_channel'] as ModelEntry[] | undefined)?.map(({ key, value, verified }) => ({
    key: key.startsWith('a_channel_') ? '' : key,
    value,
    verified,
  }));
  return Object.fromEntries(modelFields.map((key) => [key, key === 'a_channel' ? entries : record[key]]));
}

test('two writers at the same time leave what one after the other would have left', async () => {
  const rounds = fc.array(fc.tuple(bodies, fc.option(bodies, { nil: undefined })), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(bodies, rounds, async (first, turns) => {
      const created = await create(first);
      const id = created['ID'] as number;
      let known = after(seen({ a_flag: false }), first);
      expect(seen(created)).toEqual(known);
      for (const [one, other] of turns) {
        const writes = other ? [update(id, one, ann), update(id, other, bob)] : [update(id, one, ann)];
        const answers = await Promise.all(writes);
        const now = seen(await get(id));
        const orders = other
          ? [after(after(known, one), other), after(after(known, other), one)]
          : [after(known, one)];
        expect(orders).toContainEqual(now);
        expect(answers.map(seen)).toContainEqual(now);
        known = now;
      }
      await expectGaplessHistory(id, 1 + turns.flat().filter((body) => body !== undefined).length, known);
    }),
    { numRuns: process.env['TEST_SUITE'] === 'full' ? 300 : 12, endOnFailure: true },
  );
}, 600_000);

/** One event for each write, whose versions have no gap and whose changes add up to what is read. */
async function expectGaplessHistory(id: number, writes: number, known: Fields): Promise<void> {
  const events = (await bed.eventsOf(id, writes)).map(({ data }) => data as unknown as Change);
  events.sort((one, other) => one.record.version - other.record.version);
  expect(events.map(({ record }) => record.version)).toEqual(events.map((_event, index) => index + 1));
  let tags: unknown[] = [];
  let text: unknown = undefined;
  for (const { changed } of events) {
    const { some_tags: delta, a_text: single } = changed;
    tags = [...tags.filter((tag) => !delta?.removed?.includes(tag)), ...(delta?.added ?? [])];
    if (single) {
      expect(isDeepStrictEqual(single.before ?? undefined, text)).toBe(true);
      text = single.after ?? undefined;
    }
  }
  expect(new Set(tags)).toEqual(new Set((known['some_tags'] ?? []) as unknown[]));
  expect(text).toEqual(known['a_text']);
}

interface Change {
  readonly record: { readonly version: number };
  readonly changed: Record<
    string,
    { added?: unknown[]; removed?: unknown[]; before?: unknown; after?: unknown } | undefined
  >;
}
