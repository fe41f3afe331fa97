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

test('a single failed search does not open the breaker', async () => {
  for (const _time of [1, 2]) {
    await expect(failing()).rejects.toThrow(MeiliSearchRequestError);
    await expectClosed();
  }
});

test('two consecutive failures open the breaker until the reset time', async () => {
  await expectClosed();
  await failTwice();
  await expectOpen();
  jest.advanceTimersByTime(resetMilliseconds - 1);
  await expectOpen();
  jest.advanceTimersByTime(1);
  for (const _time of [1, 2]) await expectClosed();
});

test('during the trial search other searches are rejected immediately', async () => {
  await failTwice();
  jest.advanceTimersByTime(resetMilliseconds);
  const trial = Promise.withResolvers<string>();
  const first = breaker.fire(() => trial.promise);
  await expectOpen();
  trial.resolve('back');
  await expect(first).resolves.toBe('back');
  await expectClosed();
});

test('a failed trial search restarts the reset time', async () => {
  await failTwice();
  jest.advanceTimersByTime(resetMilliseconds);
  await expect(failing()).rejects.toThrow(MeiliSearchRequestError);
  jest.advanceTimersByTime(resetMilliseconds - 1);
  await expectOpen();
});

test('searches that the engine refuses do not open the breaker', async () => {
  for (const _time of [1, 2, 3]) await expect(failing(refusing)).rejects.toThrow(MeiliSearchApiError);
  await expectClosed();
});
