import { expect, test } from '@jest/globals';
import { Deadline } from '@svc/service-kit';
import { until } from '@svc/testing';
import { BatchedOperations } from './batched-operations.ts';

/** Reads that are answered when the test says so. */
function heldReads() {
  const asked: { readonly questions: readonly number[]; readonly until: number; go(error?: Error): void }[] =
    [];
  const reads = new BatchedOperations<number, string>(
    (questions, deadline) =>
      new Promise((resolve, reject) => {
        const found = questions.map((question) => `found ${question}`);
        const go = (error?: Error) => (error ? reject(error) : resolve(found));
        asked.push({ questions, until: deadline.at, go });
      }),
  );
  return { asked, reads };
}

const later = Deadline.after(60_000);
const soon = Deadline.after(30_000);
/** The turn is over: what was asked in it has been, and what has been answered has been told. */
const told = () => new Promise<string[]>((resolve) => setImmediate(resolve, []));

test('reads of one turn go in one batch, and reads during a batch in the next, with the latest deadline', async () => {
  const { asked, reads } = heldReads();
  const first = [1, 2].map((question) => reads.of(question, soon));
  await told();
  const second = [3, 4, 5].map((question) => reads.of(question, question === 4 ? later : soon));
  await told();
  expect(asked).toMatchObject([{ questions: [1, 2] }]);
  asked[0]?.go();
  await until(() => expect(asked).toMatchObject([{}, { questions: [3, 4, 5], until: later.at }]));
  asked[1]?.go();
  const found = [1, 2, 3, 4, 5].map((question) => `found ${question}`);
  expect(await Promise.all([...first, ...second])).toEqual(found);
});

test('a batch has at most a hundred reads', async () => {
  const { asked, reads } = heldReads();
  for (let question = 0; question < 150; question += 1) void reads.of(question, soon);
  await told();
  asked[0]?.go();
  await until(() => expect(asked.map(({ questions }) => questions.length)).toEqual([100, 50]));
});

test('an error fails all reads of its batch and no others', async () => {
  const { asked, reads } = heldReads();
  const first = reads.of(1, soon);
  await told();
  const [second, third] = [2, 3].map((question) => reads.of(question, soon));
  asked[0]?.go();
  expect(await first).toBe('found 1');
  await until(() => expect(asked).toHaveLength(2));
  asked[1]?.go(new Error('no database'));
  await expect(second).rejects.toThrow('no database');
  await expect(third).rejects.toThrow('no database');
  const fourth = reads.of(4, soon);
  await until(() => expect(asked).toHaveLength(3));
  asked[2]?.go();
  expect(await fourth).toBe('found 4');
});

test('a slow batch does not delay later reads', async () => {
  const { asked, reads } = heldReads();
  const slow = reads.of(1, soon);
  await told();
  const waiting = reads.of(2, soon);
  const others: Promise<string>[] = [];
  await until(() => {
    others.push(reads.of(3, soon));
    expect(asked).toHaveLength(2);
  });
  expect(asked[1]?.questions[0]).toBe(2);
  asked[1]?.go();
  expect(await waiting).toBe('found 2');
  asked[0]?.go();
  expect(await slow).toBe('found 1');
  await until(async () => {
    asked.at(-1)?.go();
    expect(new Set(await Promise.race([Promise.all(others), told()]))).toEqual(new Set(['found 3']));
  });
});
