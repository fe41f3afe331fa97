import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { recordsCreate, recordsGet, recordsUpdate, type Actor, type Fields } from '@svc/contracts';
import fc from 'fast-check';
import { userActor } from '@svc/service-kit/testing';
import { expectGaplessHistory } from './testing/expect-gapless-history.ts';
import { bodiesOf, fieldChoices } from './testing/model/bodies.ts';
import { isExplained, type Observed } from './testing/model/is-explained.ts';
import {
  idsIn,
  madeOut,
  readBy,
  stateAfter,
  stateOf,
  withKnownIds,
  type ModelRequest,
  type ModelState,
} from './testing/model/model-state.ts';
import { RecordsHarness } from './testing/records-harness.ts';
import { seedGrid } from './testing/seed-grid.ts';

const isFull = process.env['TEST_SUITE'] === 'full';
const capabilities = ['access_samples', 'create_samples', 'view_any_samples', 'update_any_samples'];
const writers: readonly Actor[] = [3, 4].map((id) => userActor(id, `User ${id}`, capabilities));
let harness: RecordsHarness;

beforeAll(async () => {
  harness = await RecordsHarness.open();
  await seedGrid(harness);
  const settings = { EXTENSIONS: new URL('./testing/sample-extension.ts', import.meta.url).pathname };
  await Promise.all([harness.start(settings), harness.start(settings)]);
});

afterAll(async () => harness.close());

const fieldsOf = ({ writes }: ModelRequest): Fields =>
  Object.fromEntries(writes.map(({ key, input }) => [key, input]));

const actorOf = ({ userId }: ModelRequest) => writers.find((writer) => writer.userId === userId) as Actor;

async function create(request: ModelRequest): Promise<Fields> {
  const fields = { name: 'Model', post_date: 0, ...fieldsOf(request) };
  return harness.ask(recordsCreate, { post_type: 'samples', fields, silent: true }, actorOf(request));
}

/** The answer of an update; undefined when it was refused as the model refuses. */
async function update(id: number, request: ModelRequest): Promise<Fields | undefined> {
  const fields = fieldsOf(request);
  const input = { post_type: 'samples', id, fields, silent: true, do_not_overwrite: request.keeps };
  return harness.ask(recordsUpdate, input, actorOf(request)).catch((error: { message: string }) => {
    expect(error.message).toMatch(/was not found|Something wrong/);
    return undefined;
  });
}

async function read(id: number): Promise<ModelState> {
  const states = writers.map(async (writer) =>
    stateOf(await harness.ask(recordsGet, { post_type: 'samples', id }, writer), writer.userId),
  );
  return Object.assign({}, ...(await Promise.all(states))) as ModelState;
}

test('writers at the same time leave and are answered what one after the other would', async () => {
  const scenarios = fieldChoices.chain((keys) => {
    const bodies = bodiesOf(keys);
    const request = fc.record({ userId: fc.constantFrom(3, 4), keeps: fc.boolean(), body: bodies });
    const rounds = fc.array(fc.array(request, { minLength: 1, maxLength: 3 }), { maxLength: 6 });
    return fc.tuple(bodies, rounds);
  });
  await fc.assert(
    fc.asyncProperty(scenarios, async ([first, rounds]) => {
      const empty = stateOf({ name: 'Model', a_flag: false, my_a_flag: false }, 3);
      const unwritten = { ...empty, post_date: { timestamp: '0', formatted: '1970-01-01' } };
      const creation = madeOut(unwritten, 3, false, first);
      const created = await create(creation);
      const id = created['ID'] as number;
      let known = await read(id);
      const expected = { ...stateAfter(unwritten, creation), 'my_a_flag of 4': false };
      const none = idsIn({});
      expect(withKnownIds(known, none)).toEqual(withKnownIds(expected, none));
      expect(withKnownIds(stateOf(created, 3), none)).toEqual(readBy(withKnownIds(known, none), 3));
      let versions = 1;
      for (const round of rounds) {
        const requests = round.map(({ userId, keeps, body }) => madeOut(known, userId, keeps, body));
        const answers = await Promise.all(requests.map((request) => update(id, request)));
        const now = await read(id);
        const observed = { before: known, after: now, answers: answersOf(requests, answers) };
        if (!isExplained(observed))
          // No order explains it: the difference to the one in which they were sent tells most.
          expect({ requests, ...shown(observed) }).toEqual({ requests, ...shown(observe(requests, known)) });
        versions += answers.filter((answer) => answer !== undefined).length;
        known = now;
      }
      await expectGaplessHistory(harness, id, versions);
    }),
    { numRuns: isFull ? 150 : 20, endOnFailure: true },
  );
});

function answersOf(requests: readonly ModelRequest[], answers: readonly (Fields | undefined)[]) {
  return new Map(
    requests.map((request, index) => {
      const answer = answers[index];
      return [request, answer && stateOf(answer, request.userId)];
    }),
  );
}

/** What requests in this order would leave and answer. */
function observe(order: readonly ModelRequest[], before: ModelState): Observed {
  let after = before;
  const answers = order.map((request) => {
    const next = stateAfter(after, request);
    after = next ?? after;
    return [request, next && readBy(next, request.userId)] as const;
  });
  return { before, after, answers: new Map(answers) };
}

/** What was left and answered, with only those ids that were known before. */
function shown({ before, after, answers }: Observed) {
  const ids = idsIn(before);
  return {
    after: withKnownIds(after, ids),
    answers: [...answers.values()].map((answer) => answer && withKnownIds(answer, ids)),
  };
}
