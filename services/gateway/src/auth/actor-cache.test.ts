import { expect, test } from '@jest/globals';
import { userActor } from '@svc/service-kit/testing';
import { ActorCache } from './actor-cache.ts';

const claims = (userId: number, tokenVersion?: number) => ({ userId, tokenVersion });

function countingCache(lifetime?: number) {
  const asked: string[] = [];
  const cache = new ActorCache<undefined>(async ({ userId, tokenVersion }) => {
    asked.push(`${userId}/${tokenVersion ?? '-'}`);
    return userId === 404 ? null : userActor(userId, `User ${userId}`);
  }, lifetime);
  return { cache, asked };
}

test('requests of one user that come together or shortly after one another ask once', async () => {
  const { cache, asked } = countingCache();
  await Promise.all([cache.get(claims(1), undefined), cache.get(claims(1), undefined)]);
  await cache.get(claims(1), undefined);
  expect(asked).toEqual(['1/-']);
});

test('tokens of different versions are asked for apart', async () => {
  const { cache, asked } = countingCache();
  await cache.get(claims(1, 1), undefined);
  await cache.get(claims(1, 2), undefined);
  expect(asked).toEqual(['1/1', '1/2']);
});

test('a user that has changed is asked for again, in all versions, and nobody else is', async () => {
  const { cache, asked } = countingCache();
  for (const one of [claims(1, 1), claims(1, 2), claims(11)]) await cache.get(one, undefined);
  cache.forget(1);
  for (const one of [claims(1, 1), claims(1, 2), claims(11)]) await cache.get(one, undefined);
  expect(asked).toEqual(['1/1', '1/2', '11/-', '1/1', '1/2']);
});

test('an answer that was under way when the user changed is not kept', async () => {
  const { cache, asked } = countingCache();
  const underway = cache.get(claims(1), undefined);
  cache.forget(1);
  await underway;
  await cache.get(claims(1), undefined);
  expect(asked).toHaveLength(2);
});

test('what is too old is asked for again', async () => {
  const { cache, asked } = countingCache(0);
  await cache.get(claims(1), undefined);
  await cache.get(claims(1), undefined);
  expect(asked).toHaveLength(2);
});

test('that a user does not exist is remembered, that nobody answered is not', async () => {
  const { cache, asked } = countingCache();
  expect(await cache.get(claims(404), undefined)).toBeNull();
  await cache.get(claims(404), undefined);
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
  const { cache, asked } = countingCache();
  for (let user = 1; user <= 10_001; user += 1) await cache.get(claims(user), undefined);
  await cache.get(claims(10_001), undefined);
  await cache.get(claims(1), undefined);
  expect(asked).toHaveLength(10_002);
});
