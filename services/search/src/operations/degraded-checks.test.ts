import { createServer, type Server } from 'node:http';
import { afterEach, expect, test } from '@jest/globals';
import { listening } from '@svc/testing';
import type { DegradedState } from '@svc/contracts';
import { searchDegradedChecks } from './degraded-checks.ts';
import { SearchEngine } from '../engine/search-engine.ts';
import { fillBeginning, rebuildBeginning, type RebuildProgress } from '../rebuilding/rebuild-progress.ts';

const servers: Server[] = [];
afterEach(() => servers.splice(0).forEach((server) => server.close()));

/** An engine whose last task ended like this. */
async function engineAfter(task: object): Promise<SearchEngine> {
  const server = createServer((request, response) => {
    const results = request.url?.startsWith('/tasks') ? [task] : [];
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ results }));
  });
  servers.push(server);
  return new SearchEngine({ url: `http://127.0.0.1:${await listening(server)}`, key: 'k', prefix: 'svc_' });
}

/** An engine whose key may not send requests to these paths. */
async function engineWithout(...forbidden: readonly string[]): Promise<SearchEngine> {
  const server = createServer((request, response) => {
    const isForbidden = forbidden.some((path) => request.url?.startsWith(path));
    const body = isForbidden ? { code: 'invalid_api_key', message: 'no' } : { results: [] };
    response.writeHead(isForbidden ? 403 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  });
  servers.push(server);
  return new SearchEngine({ url: `http://127.0.0.1:${await listening(server)}`, key: 'k', prefix: 'svc_' });
}

const ended = { run: 'a', begunAt: new Date(), endedAt: new Date(), progress: rebuildBeginning };
const noLag = { jobs: 0, set_aside: 0 };

interface Values {
  readonly engine?: SearchEngine;
  readonly rebuild?: object | undefined;
  readonly lag?: { jobs: number; set_aside: number; oldest_job?: number };
}

async function statesOf(values: Values): Promise<Record<string, string | undefined>> {
  const engine = values.engine ?? (await engineWithout());
  const rebuild = async () => ('rebuild' in values ? values.rebuild : ended) as never;
  const checks = searchDegradedChecks({ engine, rebuild, lag: async () => values.lag ?? noLag });
  const outcomes = checks.map(async ({ state, check }) => [state, await check()] as const);
  return Object.fromEntries((await Promise.all(outcomes)).filter(([, reason]) => reason));
}

test('a complete index and a key with all rights have no states', async () => {
  expect(await statesOf({})).toEqual({});
});

const filling: RebuildProgress = {
  ...fillBeginning,
  state: 'records',
  records: { after: 1, done: 5, of: 9 },
};

test('a task that failed for another reason is no full disk', async () => {
  const engine = await engineAfter({ status: 'failed', error: { code: 'invalid_document_id' } });
  expect(await statesOf({ engine })).toEqual({});
});

test.each<[DegradedState, () => Promise<Values> | Values, string]>([
  [
    'search_disk_full',
    async () => ({
      engine: await engineAfter({ status: 'failed', error: { code: 'no_space_left_on_device' } }),
    }),
    'the last task of Meilisearch failed because its disk has no space left',
  ],
  [
    'search_key_rights',
    async () => ({ engine: await engineWithout('/version', '/indexes/svc_records/stats') }),
    'the key in MEILI_KEY lacks the rights version, stats.get',
  ],
  ['search_index_missing', () => ({ rebuild: undefined }), 'the index was never built'],
  [
    'search_index_missing',
    () => ({ rebuild: { ...ended, endedAt: undefined, progress: filling } }),
    'the index has 5 of 9 records and 0 of 0 comments',
  ],
  [
    'index_rebuild_failed',
    () => ({ rebuild: { ...ended, failure: 'no space' } }),
    'the last rebuild of the search index failed: no space',
  ],
  [
    'index_jobs_set_aside',
    () => ({ lag: { ...noLag, set_aside: 2 } }),
    '2 changes could not be written to the search index',
  ],
])('%s is the only state of its case', async (state, values, reason) => {
  expect(await statesOf(await values())).toEqual({ [state]: reason });
});
