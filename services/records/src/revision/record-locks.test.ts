import { expect, test } from '@jest/globals';
import { Deadline } from '@svc/service-kit';
import { RecordLocks } from './record-locks.ts';

const soon = () => Deadline.after(10_000);

test('writers of one record run one after the other, and writers of different records concurrently', async () => {
  const recordLocks = new RecordLocks();
  const steps: string[] = [];
  const held = Promise.withResolvers<void>();
  const write = (id: number, name: string, until?: Promise<void>) =>
    recordLocks.run([id], soon(), async ({ waited }) => {
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

test('a failed writer releases the lock', async () => {
  const recordLocks = new RecordLocks();
  const failed = recordLocks.run([1], soon(), () => Promise.reject(new Error('refused')));
  const next = recordLocks.run([1], soon(), () => Promise.resolve('done'));
  await expect(failed).rejects.toThrow('refused');
  expect(await next).toBe('done');
});

test('a lock expires at the deadline of its writer', async () => {
  const recordLocks = new RecordLocks();
  void recordLocks.run([1], Deadline.after(50), () => new Promise(() => {}));
  expect(await recordLocks.run([1], soon(), ({ waited }) => Promise.resolve(waited))).toBe(true);
});

test('a lock expires after its own limit, which begins when it is taken', async () => {
  const recordLocks = new RecordLocks(50);
  const takenAt: number[] = [];
  const beginAndHang = () => {
    takenAt.push(performance.now());
    return new Promise(() => {});
  };
  for (let writer = 0; writer < 3; writer += 1) void recordLocks.run([1], soon(), beginAndHang);
  expect(await recordLocks.run([1], soon(), ({ waited }) => Promise.resolve(waited))).toBe(true);
  const [first = 0, second = 0, third = 0] = takenAt;
  for (const held of [second - first, third - second, performance.now() - third])
    expect(held).toBeGreaterThan(40);
});

test('a writer can release the lock before it returns', async () => {
  const recordLocks = new RecordLocks();
  const next: Promise<string>[] = [];
  const first = recordLocks.run([1], soon(), async ({ end }) => {
    end();
    next.push(recordLocks.run([1, 2], soon(), () => Promise.resolve('what follows')));
    return next[0];
  });
  expect(await first).toBe('what follows');
});

test('a writer whose lock has expired waits for its turn again', async () => {
  const recordLocks = new RecordLocks(50);
  const order: string[] = [];
  const { promise: secondRuns, resolve: begin } = Promise.withResolvers<void>();
  const { promise: secondMayEnd, resolve: finish } = Promise.withResolvers<void>();
  const first = recordLocks.run([1], soon(), async ({ renew }) => {
    await secondRuns;
    order.push('first lost its lock');
    const renewed = renew();
    finish();
    await renewed;
    order.push('first continues');
  });
  const second = recordLocks.run([1], soon(), async () => {
    begin();
    await secondMayEnd;
    order.push('second is done');
  });
  await Promise.all([first, second]);
  expect(order).toEqual(['first lost its lock', 'second is done', 'first continues']);
});

test('a lock that is still held is not waited for', async () => {
  const recordLocks = new RecordLocks();
  const first = recordLocks.run([1], soon(), async ({ renew }) => {
    void recordLocks.run([1], soon(), () => Promise.resolve());
    await renew();
    return 'done';
  });
  expect(await first).toBe('done');
});
