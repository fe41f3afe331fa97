import { expect, test } from '@jest/globals';
import { FileAddresses } from './file-addresses.ts';

const key = 'a1b2c3d4e5f6g7h8i9j0k1l2m3';
const file = { key, variant: 'thumb' } as const;
let now = Date.UTC(2026, 0, 1, 12);
const made = (secret: string) =>
  new FileAddresses({
    base: 'https://a.test/files/',
    secret: Buffer.from(secret),
    hours: 24,
    now: () => now,
  });
const addresses = made('one');
const addressOf = (url: string) => url.slice('https://a.test/files/'.length);

test('an address leads to its file in every instance until it expires', () => {
  const url = addresses.url(file);
  expect(made('one').read(addressOf(url))).toEqual(file);
  now += 5 * 60 * 60 * 1_000;
  expect(addresses.url(file)).toBe(url);
  now += 20 * 60 * 60 * 1_000;
  expect(addresses.read(addressOf(url))).toBeUndefined();
  expect(addresses.url(file)).not.toBe(url);
});

test('an address with another secret or any changed character is invalid', () => {
  const address = addresses.forNow(file);
  expect(addresses.read(address)).toEqual(file);
  expect(made('two').read(address)).toBeUndefined();
  for (let at = 0; at < address.length; at += 1) {
    const other = address[at] === 'a' ? 'b' : 'a';
    const changed = address.slice(0, at) + other + address.slice(at + 1);
    // The last character of the MAC has two bits that say nothing.
    if (at < address.length - 1) expect(addresses.read(changed)).toBeUndefined();
  }
  for (const odd of ['', '.', address.replace('thumb', 'full'), `${address}\n`, `../${address}`])
    expect(addresses.read(odd)).toBeUndefined();
});
