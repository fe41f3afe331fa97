import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { connectStore, RateCounter } from '@svc/service-kit/store';
import { throwAwayStack } from '@svc/testing';
import { messageLimiter } from './message-limiter.ts';

let stack: Awaited<ReturnType<typeof throwAwayStack>>;
let connection: Awaited<ReturnType<typeof connectStore>>;

beforeAll(async () => {
  stack = await throwAwayStack();
  connection = await connectStore({ url: stack.mongodbUrl, service: 'users' });
});
afterAll(async () => {
  await connection?.destroy();
  await stack?.stop();
});

test('mails are limited for each user, and for all users together', async () => {
  const limit = messageLimiter(new RateCounter(connection, 'failed_logins', 3_600), { ofUser: 4, ofAll: 6 });
  const refused = { code: 'too_many_requests', data: { retry_after: expect.any(Number) } };
  await limit(1, 3);
  await limit(1, 1);
  await expect(limit(1, 1)).rejects.toMatchObject(refused);
  await limit(2, 2);
  await expect(limit(3, 1)).rejects.toMatchObject(refused);
  await expect(limit(3, 1)).rejects.toThrow('All users together');
});
