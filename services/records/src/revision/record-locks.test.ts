import { expect, test } from '@jest/globals';
import { Deadline } from '@svc/service-kit';
import { Turns } from './record-locks.ts';

const soon = () => Deadline.after(10_000);

test('lets the writers of one record work one after the other, and those of others at once', async () => {
  const turns = new Turns();
  const steps: string[] = [];
  const held = Promise.withResolvers<void>();
  const write = (id: number, name: string, until?: Promise<void>) =>
    turns.take([id], soon(), async (waited) => {
      steps.push(`${name} begins${waited ? ' after waiting' : ''}`);
      await until;
      steps.push(`${name} ends`);
      return name;
    });
  const writes = [write(1, 'a', held.promise), write(1, 'b'), write(2, 'c')];
  expect(await writes[2]).toBe('c');
  held.resolve();
  expect(await Promise.all(writes)).toEqual(['a', 'b', 'c']);
  expect(steps).toEqual(['a begins', 'c begins', 'c ends', 'a ends', 'b begins after waiting', 'b ends']);
});

test('goes on after a writer that failed', async () => {
  const turns = new Turns();
  const failed = turns.take([1], soon(), () => Promise.reject(new Error('refused')));
  const next = turns.take([1], soon(), () => Promise.resolve('done'));
  await expect(failed).rejects.toThrow('refused');
  expect(await next).toBe('done');
});

test('does not wait longer for a writer than that one had time', async () => {
  const turns = new Turns();
  void turns.take([1], Deadline.after(50), () => new Promise(() => {}));
  expect(await turns.take([1], soon(), (waited) => Promise.resolve(waited))).toBe(true);
});

test('goes on after a writer that says it has written, whatever follows', async () => {
  const turns = new Turns();
  const next: Promise<string>[] = [];
  const first = turns.take([1], soon(), async (_waited, end) => {
    end();
    next.push(turns.take([1, 2], soon(), () => Promise.resolve('what follows')));
    return next[0];
  });
  expect(await first).toBe('what follows');
});
