import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { MeiliSearchApiError, MeiliSearchRequestError } from 'meilisearch';
import { createEngineBreaker, resetMilliseconds, type EngineBreaker } from './ask-engine.ts';

let breaker: EngineBreaker;

beforeEach(() => {
  jest.useFakeTimers();
  breaker = createEngineBreaker(() => {});
});

afterEach(() => {
  breaker.shutdown();
  jest.useRealTimers();
});

const away = () => new MeiliSearchRequestError('http://engine.test', new Error('refused'));
const refusing = () => new MeiliSearchApiError(new Response('', { status: 400 }));

const answered = jest.fn(async () => 'found');
const failing = (error: () => Error = away) => breaker.fire(() => Promise.reject(error()));

async function failTwice(): Promise<void> {
  for (const _time of [1, 2]) await expect(failing()).rejects.toThrow(MeiliSearchRequestError);
}

async function expectClosed(): Promise<void> {
  await expect(breaker.fire(answered)).resolves.toBe('found');
}

async function expectOpen(): Promise<void> {
  answered.mockClear();
  await expect(breaker.fire(answered)).rejects.toMatchObject({ code: 'EOPENBREAKER' });
  expect(answered).not.toHaveBeenCalled();
}

test('a single search without an answer keeps nobody from asking', async () => {
  for (const _time of [1, 2]) {
    await expect(failing()).rejects.toThrow(MeiliSearchRequestError);
    await expectClosed();
  }
});

test('after two in a row nobody asks for a while, then one does', async () => {
  await expectClosed();
  await failTwice();
  await expectOpen();
  jest.advanceTimersByTime(resetMilliseconds - 1);
  await expectOpen();
  jest.advanceTimersByTime(1);
  for (const _time of [1, 2]) await expectClosed();
});

test('while one search finds out, others do not wait for it', async () => {
  await failTwice();
  jest.advanceTimersByTime(resetMilliseconds);
  const trial = Promise.withResolvers<string>();
  const first = breaker.fire(() => trial.promise);
  await expectOpen();
  trial.resolve('back');
  await expect(first).resolves.toBe('back');
  await expectClosed();
});

test('when that one fails too, the rest begins anew', async () => {
  await failTwice();
  jest.advanceTimersByTime(resetMilliseconds);
  await expect(failing()).rejects.toThrow(MeiliSearchRequestError);
  jest.advanceTimersByTime(resetMilliseconds - 1);
  await expectOpen();
});

test('searches that the engine refuses keep nobody from asking', async () => {
  for (const _time of [1, 2, 3]) await expect(failing(refusing)).rejects.toThrow(MeiliSearchApiError);
  await expectClosed();
});
