import { beforeAll, expect, jest, test } from '@jest/globals';
import { decodeProtectedHeader, errors, type JWTHeaderParameters } from 'jose';
import { TokenMaker } from '../testing/token-maker.ts';
import { KeySet } from './key-set.ts';

let first: TokenMaker;
let second: TokenMaker;

beforeAll(async () => {
  first = await TokenMaker.make('k1', 'https://records.test');
  second = await TokenMaker.make('k2', 'https://records.test');
});

test('the keys are loaded once for many tokens', async () => {
  const { keys, asked } = keySet([first]);
  await Promise.all([find(keys, first), find(keys, first)]);
  await find(keys, first);
  expect(asked()).toBe(1);
});

test('an unknown key id loads the keys again', async () => {
  const published = [first];
  const { keys, asked } = keySet(published, 0);
  await find(keys, first);
  published.push(second);
  await expect(find(keys, second)).resolves.toBeDefined();
  expect(asked()).toBe(2);
});

test('unknown key ids load the keys at most once per cooldown', async () => {
  const { keys, asked } = keySet([first], 60_000);
  for (let attempt = 0; attempt < 5; attempt += 1)
    await expect(find(keys, second)).rejects.toBeInstanceOf(errors.JWKSNoMatchingKey);
  expect(asked()).toBe(1);
});

test('a revoked key is dropped after ten seconds and an unchanged key stays the same object', async () => {
  const published = [first];
  const { keys } = keySet(published, 60_000);
  const key = await find(keys, first);
  const start = Date.now();
  const later = (seconds: number) => jest.spyOn(Date, 'now').mockReturnValue(start + seconds * 1_000);
  later(11);
  expect(await find(keys, first)).toBe(key);
  published.splice(0, 1, second);
  await expect(find(keys, first)).resolves.toBe(key);
  later(22);
  await expect(find(keys, first)).rejects.toBeInstanceOf(errors.JWKSNoMatchingKey);
  await expect(find(keys, second)).resolves.toBeDefined();
  jest.restoreAllMocks();
});

test('a failed load of the keys is not cached', async () => {
  let isAway = true;
  const keys = new KeySet(async () => {
    if (isAway) throw new Error('away');
    return { keys: [first.publicKey] };
  });
  await expect(find(keys, first)).rejects.toThrow('away');
  isAway = false;
  await expect(find(keys, first)).resolves.toBeDefined();
});

function keySet(published: TokenMaker[], cooldown?: number) {
  let count = 0;
  const keys = new KeySet(async () => {
    count += 1;
    return { keys: published.map(({ publicKey }) => publicKey) };
  }, cooldown);
  return { keys, asked: () => count };
}

async function find(keys: KeySet, maker: TokenMaker) {
  return keys.find(decodeProtectedHeader(await maker.token()) as JWTHeaderParameters);
}
