import { MeiliSearchApiError } from 'meilisearch';
import type { DegradedCheck } from '@svc/service-kit';
import type { StoredJob } from '@svc/service-kit/store';
import type { SearchEngine } from '../engine/search-engine.ts';
import type { IndexLag } from './status.ts';
import { isBeingFilled, type RebuildProgress } from '../rebuilding/rebuild-progress.ts';

const refused = 403;
/** The code of the error with which the engine fails a task. */
const noSpace = 'no_space_left_on_device';

interface SearchSources {
  readonly engine: Pick<SearchEngine, 'client' | 'indexUid' | 'indexUids'>;
  readonly rebuild: () => Promise<StoredJob<RebuildProgress> | undefined>;
  readonly lag: () => Promise<Pick<IndexLag, 'set_aside'>>;
}

/** The states in which the search serves incomplete or outdated results. */
export function searchDegradedChecks({ engine, rebuild, lag }: SearchSources): DegradedCheck[] {
  return [
    { state: 'search_key_rights', check: () => missingRights(engine) },
    {
      state: 'search_index_missing',
      check: async () => {
        const last = await rebuild();
        if (!isBeingFilled(last)) return undefined;
        const { records, comments } = last?.progress ?? {};
        return records && comments
          ? `the index has ${records.done} of ${records.of} records and ${comments.done} of ${comments.of} comments`
          : 'the index was never built';
      },
    },
    {
      state: 'index_rebuild_failed',
      check: async () => {
        const { failure } = (await rebuild()) ?? {};
        return failure && `the last rebuild of the search index failed: ${failure}`;
      },
    },
    {
      state: 'index_jobs_set_aside',
      check: async () => {
        const { set_aside: count } = await lag();
        return count > 0 ? `${count} changes could not be written to the search index` : undefined;
      },
    },
    { state: 'search_disk_full', check: () => fullDisk(engine) },
  ];
}

/** The engine does not report the free space of its disk, but fails tasks when there is none. */
async function fullDisk(engine: SearchSources['engine']): Promise<string | undefined> {
  const query = {
    indexUids: engine.indexUids(),
    statuses: ['succeeded' as const, 'failed' as const],
    limit: 1,
  };
  const { results } = await engine.client.tasks.getTasks(query);
  return results[0]?.error?.code === noSpace
    ? 'the last task of Meilisearch failed because its disk has no space left'
    : undefined;
}

/** Tries the rights that only rebuilds and checks need: a key without them answers searches, and the index is never built. */
async function missingRights(engine: SearchSources['engine']): Promise<string | undefined> {
  const { client } = engine;
  const attempts: Readonly<Record<string, () => Promise<unknown>>> = {
    version: () => client.getVersion(),
    'stats.get': () => client.index(engine.indexUid('records')).getStats(),
    'tasks.get': () => client.tasks.getTasks({ limit: 1 }),
    'indexes.get': () => client.getRawIndexes({ limit: 1 }),
  };
  const outcomes = await Promise.all(
    Object.entries(attempts).map(async ([right, attempt]) => ((await isRefused(attempt)) ? [right] : [])),
  );
  const missing = outcomes.flat();
  return missing.length > 0 ? `the key in MEILI_KEY lacks the rights ${missing.join(', ')}` : undefined;
}

async function isRefused(attempt: () => Promise<unknown>): Promise<boolean> {
  try {
    await attempt();
    return false;
  } catch (error) {
    return error instanceof MeiliSearchApiError && error.response.status === refused;
  }
}
