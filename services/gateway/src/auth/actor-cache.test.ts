import { expect, test } from '@jest/globals';
import { until, userActor } from '@svc/testing';
import { actorsOfUsers, keyOfUser } from './authenticate.ts';
import type { JwtClaims } from './verify-jwt.ts';

const claims = (userId: number, tokenVersion?: number) => ({ userId, tokenVersion });

/** A cache, the users that it has asked for, and what it does when it asks. */
function countingCache(lifetime?: number) {
  const asked: string[] = [];
  const source = { isAway: false };
  const cache = actorsOfUsers(async ({ userId, tokenVersion }) => {
    asked.push(`${userId}/${tokenVersion ?? '-'}`);
    if (source.isAway) throw new Error('away');
    return userId === 404 ? null : userActor(userId, `User ${userId}`);
  }, lifetime);
  const get = (...ofTokens: JwtClaims[]) =>
    Promise.all(ofTokens.map((each) => cache.get(each, undefined as never)));
  return { cache, asked, get, source };
}

test('simultaneous and repeated requests of one user load the user once', async () => {
  const { get, asked } = countingCache();
  await get(claims(1), claims(1));
  await get(claims(1));
  expect(asked).toEqual(['1/-']);
});

test('a changed user is loaded again for each token version, other users are not', async () => {
  const { cache, get, asked } = countingCache();
  await get(claims(1, 1), claims(1, 2), claims(11));
  cache.forget(keyOfUser(1));
  await get(claims(1, 1), claims(1, 2), claims(11));
  expect(asked).toEqual(['1/1', '1/2', '11/-', '1/1', '1/2']);
});

test('a load that is in progress when the user changes is not cached', async () => {
  const { cache, get, asked } = countingCache();
  const underway = get(claims(1));
  cache.forget(keyOfUser(1));
  await underway;
  await get(claims(1));
  expect(asked).toHaveLength(2);
});

test('an expired entry is loaded again', async () => {
  const { get, asked } = countingCache(1);
  await until(async () => {
    await get(claims(1));
    expect(asked.length).toBeGreaterThan(1);
  });
});

test('a missing user is cached, a failed load is not', async () => {
  const { get, asked, source } = countingCache();
  expect(await get(claims(404))).toEqual([null]);
  await get(claims(404));
  expect(asked).toHaveLength(1);
  source.isAway = true;
  await expect(get(claims(1))).rejects.toThrow('away');
  source.isAway = false;
  expect(await get(claims(1))).toMatchObject([{ userId: 1 }]);
});

test('the cache holds at most 10,000 users', async () => {
  const { get, asked } = countingCache();
  for (let user = 1; user <= 10_001; user += 1) await get(claims(user));
  await get(claims(10_001));
  await get(claims(1));
  expect(asked).toHaveLength(10_002);
});
