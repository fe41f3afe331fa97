import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { temporaryDirectory } from '@svc/testing';
import { HeardProgress } from '../testing/heard-progress.ts';
import { serveSource, type ServedSource } from '../testing/serve-source.ts';
import { moveIn } from './move-in.ts';

let source: ServedSource;

beforeAll(async () => {
  source = await serveSource(() => undefined);
});

afterAll(() => source?.close());

test('a source without the API of the reference is refused with the setting that it needs', async () => {
  const account = { url: source.url, username: 'ada', password: 'x' };
  const options = {
    account,
    directory: temporaryDirectory(),
    concurrency: 1,
    skipMissing: false,
    isDryRun: true,
  };
  const ask = () => Promise.reject(new Error('nothing is written'));
  await expect(moveIn(ask, new HeardProgress(), options)).rejects.toMatchObject({
    name: 'AdminError',
    message: expect.stringContaining('set NAMESPACE_PREFIXES=svc,dt'),
  });
});
