import { expect, test } from '@jest/globals';
import { engineStatus } from './engine-status.ts';
import type { SearchEngine } from './search-engine.ts';

test('the status is returned without an answer of the engine', async () => {
  const never = () => new Promise(() => {});
  const engine = { client: { getVersion: never, getStats: never } } as unknown as SearchEngine;
  const status = await engineStatus(engine, { MEILI_URL: 'http://meili:7700', MEILI_KEY: '' });
  expect(status).toEqual({ engine: { url: 'http://meili:7700', has_key: false } });
});
