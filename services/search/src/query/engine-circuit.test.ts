import { beforeEach, expect, test } from '@jest/globals';
import { MeiliSearchApiError, MeiliSearchRequestError } from 'meilisearch';
import { EngineCircuit, EngineResting, restMilliseconds } from './engine-circuit.ts';

let now: number;
let asked: number;
let circuit: EngineCircuit;

beforeEach(() => {
  now = 1_000_000;
  asked = 0;
  circuit = new EngineCircuit(() => now);
});

const away = () => new MeiliSearchRequestError('http://engine.test', new Error('refused'));
const refusing = () =>
  new MeiliSearchApiError(new Response('', { status: 400 }), {
    message: 'odd',
    code: 'invalid_search_filter',
    type: 'invalid_request',
    link: '',
  });

const answered = () =>
  circuit.through(async () => {
    asked += 1;
    return 'found';
  });

const failing = (error: () => Error = away) =>
  circuit.through(async () => {
    asked += 1;
    throw error();
  });

async function failTwice(): Promise<void> {
  for (const _time of [1, 2]) await expect(failing()).rejects.toThrow(MeiliSearchRequestError);
  asked = 0;
}

test('a single search without an answer keeps nobody from asking', async () => {
  await expect(failing()).rejects.toThrow(MeiliSearchRequestError);
  await expect(answered()).resolves.toBe('found');
  await expect(failing()).rejects.toThrow(MeiliSearchRequestError);
  await expect(answered()).resolves.toBe('found');
});

test('after two in a row nobody asks for a while, then one does', async () => {
  await failTwice();
  await expect(answered()).rejects.toThrow(EngineResting);
  now += restMilliseconds - 1;
  await expect(answered()).rejects.toThrow(EngineResting);
  expect(asked).toBe(0);
  now += 1;
  await expect(answered()).resolves.toBe('found');
  await expect(answered()).resolves.toBe('found');
});

test('while one search finds out, others do not wait for it', async () => {
  await failTwice();
  now += restMilliseconds;
  const trial = Promise.withResolvers<string>();
  const first = circuit.through(() => trial.promise);
  await expect(answered()).rejects.toThrow(EngineResting);
  trial.resolve('back');
  await expect(first).resolves.toBe('back');
  await expect(answered()).resolves.toBe('found');
});

test('when that one fails too, the rest begins anew', async () => {
  await failTwice();
  now += restMilliseconds;
  await expect(failing()).rejects.toThrow(MeiliSearchRequestError);
  now += restMilliseconds - 1;
  await expect(answered()).rejects.toThrow(EngineResting);
});

test('searches that the engine refuses keep nobody from asking', async () => {
  for (const _time of [1, 2, 3]) await expect(failing(refusing)).rejects.toThrow(MeiliSearchApiError);
  await expect(answered()).resolves.toBe('found');
});
