import { expect, test } from '@jest/globals';
import { recordsCreate, recordsGet, recordsUpdate, type Actor, type Fields } from '@svc/contracts';
import { sized, worldRow } from '@svc/testing';
import fc from 'fast-check';
import { bodiesOf, fieldChoices } from './testing/bodies.ts';
import { expectGaplessHistory } from './testing/expect-gapless-history.ts';
import { expectSomeOrder, permutations, readForCopies } from './testing/expect-some-order.ts';
import { harnessOfSuite, overseer, withExtensions } from './testing/records-harness.ts';
import { seedGrid } from './testing/seed-grid.ts';
import { seedPlaces } from './testing/seed-places.ts';

const ann = overseer(3, 'tests');
const bob = overseer(4, 'tests');
const harness = harnessOfSuite({
  before: (opened) => Promise.all([seedGrid(opened), seedPlaces(opened, [worldRow])]),
  instances: 2,
  settings: withExtensions('fixtures'),
});

interface Request {
  readonly caller: Actor;
  readonly fields: Fields;
  readonly keeps: boolean;
}

const get = (id: number, caller: Actor) =>
  harness.ask(recordsGet, { post_type: 'tests', id }, caller) as Promise<Fields>;

/** The answer of an update; the code of its refusal where it names an entry that is not there, or changes nothing. */
async function update(id: number, { caller, fields, keeps }: Request): Promise<unknown> {
  const input = { post_type: 'tests', id, fields, silent: true, do_not_overwrite: keeps };
  return harness.ask(recordsUpdate, input, caller).catch((error: { code: string; status: number }) => {
    expect({ fields, status: error.status }).toEqual({ fields, status: 400 });
    return error.code;
  });
}

/** A request as it is carried out. */
interface Step {
  readonly of: Request;
  readonly fields: Fields;
}

/** A request that must not overwrite leaves fields alone that held a value when it read, also when somebody has emptied them since. */
function stepsOf(request: Request): Step[] {
  const left = request.keeps ? subsets(Object.keys(request.fields)) : [Object.keys(request.fields)];
  return left.map((keys) => ({
    of: request,
    fields: Object.fromEntries(keys.map((key) => [key, request.fields[key]])),
  }));
}

function subsets([first, ...rest]: readonly string[]): string[][] {
  if (first === undefined) return [[]];
  const others = subsets(rest);
  return [...others.map((keys) => [first, ...keys]), ...others];
}

/** The likeliest first: seldom is a field emptied between the read and the write of a request that must not overwrite it. */
function ordersOf(requests: readonly Request[]): Step[][] {
  const orders = permutations(requests).flatMap((order) =>
    order.reduce<Step[][]>(
      (begun, request) => begun.flatMap((steps) => stepsOf(request).map((step) => [...steps, step])),
      [[]],
    ),
  );
  const written = (steps: readonly Step[]) => steps.flatMap(({ fields }) => Object.keys(fields)).length;
  return orders.toSorted((one, other) => written(other) - written(one));
}

const idKeys = ['key', 'meta_id', 'id', 'grid_meta_id', 'postmeta_id_location_grid'];
const ofOneRecord = ['ID', 'permalink', 'last_modified', 'post_id'];

/** A task is due now where nothing is said: in one second or the next. */
function isNow(date: unknown): boolean {
  return Math.abs(Date.parse(`${String(date)}Z`) - Date.now()) < 3_600_000;
}

/** What can be compared between records: an id that was not known before is like any other. */
function comparable(value: unknown, known: ReadonlySet<unknown>): unknown {
  const text = JSON.stringify(value, (key, each: unknown) => {
    if (ofOneRecord.includes(key)) return undefined;
    if (key === 'date') return isNow(each) ? 'now' : each;
    return idKeys.includes(key) && !known.has(each) ? 'new' : each;
  });
  return JSON.parse(text);
}

function idsIn(value: unknown): ReadonlySet<unknown> {
  const ids = new Set<unknown>(['a', 'b', 'c', 'f_a', 'f_b', '44']);
  JSON.stringify(value, (key, each: unknown) => {
    if (idKeys.includes(key)) ids.add(each);
    return each;
  });
  return ids;
}

test('concurrent writers get the same answers and result as in some sequential order', async () => {
  const scenarios = fieldChoices.chain((keys) => {
    const body = bodiesOf(keys);
    const request = fc.record({ caller: fc.constantFrom(ann, bob), keeps: fc.boolean(), body });
    return fc.tuple(body, fc.array(fc.array(request, { minLength: 1, maxLength: 3 }), { maxLength: 6 }));
  });
  await fc.assert(
    fc.asyncProperty(scenarios, async ([first, rounds]) => {
      const fields = { name: 'Model', ...first({}) };
      const created = await harness.ask(recordsCreate, { post_type: 'tests', fields, silent: true }, ann);
      const id = created.ID;
      expect(await get(id, ann)).toEqual(created);
      let versions = 1;
      for (const round of rounds) {
        const read = new Map([
          [ann, await get(id, ann)],
          [bob, await get(id, bob)],
        ]);
        const known = idsIn([...read.values()]);
        const copy = await readForCopies(harness, [id]);
        const requests = round.map(({ caller, keeps, body }) => ({
          caller,
          keeps,
          fields: body(read.get(caller) ?? {}),
        }));
        const outcomeOf = async (of: number, answers: readonly unknown[]) =>
          comparable({ answers, read: [await get(of, ann), await get(of, bob)] }, known);
        const answers = await Promise.all(requests.map((request) => update(id, request)));
        await expectSomeOrder({
          orders: ordersOf(requests),
          outcome: await outcomeOf(id, answers),
          async replay(order) {
            const copied = (await copy()).get(id) ?? 0;
            const replayed = new Map<Request, unknown>();
            for (const { of, fields } of order) replayed.set(of, await update(copied, { ...of, fields }));
            return outcomeOf(
              copied,
              requests.map((request) => replayed.get(request)),
            );
          },
        });
        versions += answers.filter((answer) => typeof answer === 'object').length;
      }
      await expectGaplessHistory(harness, id, versions);
    }),
    { numRuns: sized(20, 50), endOnFailure: true, includeErrorInReport: true },
  );
});
