import { expect, test } from '@jest/globals';
import { userActor } from '@svc/service-kit/testing';
import { ActorCache } from './actor-cache.ts';
import type { JwtClaims } from './verify-jwt.ts';

const claims = (userId: number, tokenVersion?: number) => ({ userId, tokenVersion });

function countingCache(lifetime?: number) {
  const asked: string[] = [];
  const cache = new ActorCache<undefined>(async ({ userId, tokenVersion }) => {
    asked.push(`${userId}/${tokenVersion ?? '-'}`);
    return userId === 404 ? null : userActor(userId, `User ${userId}`);
  }, lifetime);
  const get = (...ofTokens: JwtClaims[]) => Promise.all(ofTokens.map((each) => cache.get(each, undefined)));
  return { cache, asked, get };
}

test('requests of one user that come together or shortly after one another ask once', async () => {
  const { get, asked } = countingCache();
  await get(claims(1), claims(1));
  await get(claims(1));
  expect(asked).toEqual(['1/-']);
});

test('a user that has changed is asked for again, in each version of the tokens, and nobody else is', async () => {
  const { cache, get, asked } = countingCache();
  await get(claims(1, 1), claims(1, 2), claims(11));
  cache.forget(1);
  await get(claims(1, 1), claims(1, 2), claims(11));
  expect(asked).toEqual(['1/1', '1/2', '11/-', '1/1', '1/2']);
});

test('an answer that was under way when the user changed is not kept', async () => {
  const { cache, get, asked } = countingCache();
  const underway = get(claims(1));
  cache.forget(1);
  await underway;
  await get(claims(1));
  expect(asked).toHaveLength(2);
});

test('what is too old is asked for again', async () => {
  const { get, asked } = countingCache(0);
  await get(claims(1));
  await get(claims(1));
  expect(asked).toHaveLength(2);
});

test('that a user does not exist is remembered, that nobody answered is not', async () => {
  const { get, asked } = countingCache();
  expect(await get(claims(404))).toEqual([null]);
  await get(claims(404));
  expect(asked).toHaveLength(1);

  let isAway = true;
  const shaky = new ActorCache<undefined>(async () => {
    if (isAway) throw new Error('away');
    return userActor(1, 'One');
  });
  await expect(shaky.get(claims(1), undefined)).rejects.toThrow('away');
  isAway = false;
  await expect(shaky.get(claims(1), undefined)).resolves.toMatchObject({ userId: 1 });
});

test('it stays within its bound', async () => {
  const { get, asked } = countingCache();
  for (let user = 1; user <= 10_001; user += 1) await get(claims(user));
  await get(claims(10_001));
  await get(claims(1));
  expect(asked).toHaveLength(10_002);
});
