import { expect, test } from '@jest/globals';
import { Deadline } from '@svc/service-kit';
import { WorkLine } from './work-line.ts';

/** Work that ends when it is told to. */
function work() {
  let end: () => void = () => {};
  const state = { isRunning: false, end: () => end() };
  const run = async () => {
    state.isRunning = true;
    await new Promise<void>((resolve) => (end = resolve));
    state.isRunning = false;
  };
  return { state, run };
}

const later = () => Deadline.after(10_000);

test('work beyond the places waits its turn', async () => {
  const line = new WorkLine(2);
  const [a, b, c] = [work(), work(), work()];
  const running = [a, b, c].map(({ run }) => line.run(later(), run));
  await Promise.resolve();
  expect([a, b, c].map(({ state }) => state.isRunning)).toEqual([true, true, false]);
  b.state.end();
  await running[1];
  expect([a, b, c].map(({ state }) => state.isRunning)).toEqual([true, false, true]);
  a.state.end();
  c.state.end();
  await Promise.all(running);
});

test('work that nobody waits for any more is not begun, and gives its place on', async () => {
  const line = new WorkLine(1);
  const [first, late, next] = [work(), work(), work()];
  const running = line.run(later(), first.run);
  const refused = line.run(Deadline.after(0), late.run);
  const following = line.run(later(), next.run);
  first.state.end();
  await running;
  await expect(refused).rejects.toMatchObject({ code: 'service_unavailable' });
  expect(late.state.isRunning).toBe(false);
  next.state.end();
  await following;
});

test('work that fails gives its place on', async () => {
  const line = new WorkLine(1);
  await expect(line.run(later(), () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await line.run(later(), async () => 'done')).toBe('done');
});
