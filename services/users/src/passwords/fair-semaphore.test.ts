import { setImmediate } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { Deadline } from '@svc/service-kit';
import { FairSemaphore, type FairLimits } from './fair-semaphore.ts';

const later = () => Deadline.after(10_000);

/** A semaphore with pieces of work that end when they are told to, and the names of those that have begun. */
function stage(limits: FairLimits) {
  const semaphore = new FairSemaphore(limits);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const run = (name: string, deadline = later()) =>
    semaphore.run(name.charAt(0), deadline, async () => {
      begun.push(name);
      await new Promise<void>((end) => ends.set(name, end));
    });
  /** Ends a piece of work, and lets what follows begin. */
  const end = async (name: string) => {
    ends.get(name)?.();
    await setImmediate();
  };
  return { semaphore, begun, run, end };
}

test('work beyond the places waits, and so does work beyond those of its key', async () => {
  const { begun, run, end } = stage({ places: 3, perKey: 2 });
  const running = Promise.all(['a1', 'a2', 'a3', 'b1', 'b2'].map((name) => run(name)));
  await setImmediate();
  expect(begun).toEqual(['a1', 'a2', 'b1']);
  await end('b1');
  expect(begun).toEqual(['a1', 'a2', 'b1', 'b2']);
  await end('b2');
  expect(begun).not.toContain('a3');
  await end('a1');
  expect(begun).toContain('a3');
  await end('a2');
  await end('a3');
  await running;
});

test('keys take turns, however much one of them asks for', async () => {
  const { begun, run, end } = stage({ places: 1, perKey: 1 });
  const names = ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2'];
  const running = Promise.all(names.map((name) => run(name)));
  await setImmediate();
  for (const _name of names) await end(begun.at(-1) ?? '');
  await running;
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
});

test('work that nobody waits for any more is not begun, and gives its place on', async () => {
  const { begun, run, end } = stage({ places: 1, perKey: 1 });
  const first = run('a1');
  const late = run('a2', Deadline.after(0));
  const next = run('a3');
  const refused = expect(late).rejects.toMatchObject({ code: 'service_unavailable' });
  await setImmediate();
  await end('a1');
  await refused;
  await end('a3');
  await Promise.all([first, next]);
  expect(begun).toEqual(['a1', 'a3']);
});

test('work that fails gives its place on', async () => {
  const { semaphore } = stage({ places: 1, perKey: 1 });
  const no = () => Promise.reject(new Error('no'));
  await expect(semaphore.run('a', later(), no)).rejects.toThrow('no');
  expect(await semaphore.run('a', later(), async () => 'done')).toBe('done');
});
