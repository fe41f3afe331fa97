import { expect, test } from '@jest/globals';
import sharp from 'sharp';
import { Deadline, ServiceMetrics } from '@svc/service-kit';
import { until } from '@svc/testing';
import { Pictures } from './pictures.ts';

const jpeg = () =>
  sharp({ create: { width: 30, height: 20, channels: 3, background: '#a03060' } })
    .jpeg()
    .toBuffer();

/** Pictures whose bytes arrive when the test lets them. */
class Bench {
  readonly read: string[] = [];
  readonly #pictures: Pictures;
  readonly #arrive = new Map<string, () => void>();

  constructor(maxWaiting = 100) {
    this.#pictures = new Pictures({ maxWaiting, metrics: new ServiceMetrics('records') });
  }

  send(name: string, caller: string, deadline = Deadline.after(60_000)) {
    const bytes = async () => {
      this.read.push(name);
      await new Promise<void>((resolve) => this.#arrive.set(name, resolve));
      return jpeg();
    };
    return this.#pictures.make({ caller, deadline }, bytes, 'image/jpeg');
  }

  arrive(name: string): void {
    this.#arrive.get(name)?.();
  }
}

test('a picture is read only when it is encoded, and callers take turns', async () => {
  const bench = new Bench();
  const made = ['a1', 'a2', 'a3', 'b1'].map((name) => bench.send(name, name.slice(0, 1)));
  const [a1, a2, a3, b1] = made;
  for (const [name, picture] of [
    ['a1', a1],
    ['a2', a2],
    ['b1', b1],
    ['a3', a3],
  ] as const) {
    expect(bench.read.at(-1)).toBe(name);
    bench.arrive(name);
    expect(Object.keys((await picture) ?? {})).toEqual(['full', 'large', 'thumb']);
    await new Promise(setImmediate);
  }
  expect(bench.read).toEqual(['a1', 'a2', 'b1', 'a3']);
});

test('a picture that cannot be encoded before its deadline is refused and never read', async () => {
  const bench = new Bench();
  const first = bench.send('first', 'a');
  const late = bench.send('late', 'b', Deadline.after(300));
  await expect(late).rejects.toMatchObject({ code: 'service_unavailable' });
  bench.arrive('first');
  await first;
  expect(bench.read).toEqual(['first']);
});

test('a picture whose deadline passes while its bytes arrive is not encoded, and frees its place', async () => {
  const bench = new Bench();
  const deadline = Deadline.after(300);
  const slow = bench.send('slow', 'a', deadline);
  const next = bench.send('next', 'b');
  await until(() => expect(deadline.isOver).toBe(true));
  bench.arrive('slow');
  await expect(slow).rejects.toMatchObject({ code: 'service_unavailable' });
  await new Promise(setImmediate);
  bench.arrive('next');
  expect((await next).thumb.length).toBeGreaterThan(0);
});

const drawn = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#a03060' } });
const square = (bytes: Uint8Array) =>
  new Pictures({ maxWaiting: 100, metrics: new ServiceMetrics('users') }).makeSquare(
    { caller: 'one', deadline: Deadline.after(60_000) },
    bytes,
    256,
  );

test.each(['jpeg', 'png', 'webp', 'gif'] as const)(
  'a square of a picture in %s is upright and has no metadata',
  async (format) => {
    const sent = drawn(30, 20).withMetadata({ orientation: 6, exif: { IFD0: { Artist: 'Mona' } } });
    const made = await square(await sent.toFormat(format).toBuffer());
    const { width, height, format: found, exif, orientation } = await sharp(made).metadata();
    expect({ width, height, found, exif, orientation }).toEqual({ width: 256, height: 256, found: 'webp' });
  },
);

test.each([
  ['text', Buffer.from('no picture'), /cannot be read/],
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), /cannot be read/],
])('a square of %s is refused', async (_what, bytes, reason) => {
  await expect(square(bytes)).rejects.toMatchObject({ reason: expect.stringMatching(reason) });
});

test('a square of a picture with too many pixels is refused', async () => {
  const bytes = await drawn(5_000, 5_000).png().toBuffer();
  await expect(square(bytes)).rejects.toMatchObject({
    reason: { template: expect.stringContaining('megapixels'), values: [20] },
  });
});
