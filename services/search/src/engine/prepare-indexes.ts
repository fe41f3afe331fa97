import { MeiliSearchApiError, type Settings } from 'meilisearch';
import { isDeepStrictEqual } from 'node:util';
import { indexSettings, type IndexName } from './index-settings.ts';
import type { SearchEngine } from './search-engine.ts';

/** Other work of the server may come before ours. */
const patience = { timeout: 120_000, interval: 20 };

const names = Object.keys(indexSettings) as IndexName[];

/** Those of our indexes that are not on the server. */
export async function missingIndexes(engine: SearchEngine): Promise<IndexName[]> {
  const exist = await Promise.all(names.map((name) => exists(engine, name)));
  return names.filter((_name, place) => !exist[place]);
}

/** Makes the indexes unless they are there and gives them their settings; several instances may do it at once. */
export async function prepareIndexes(engine: SearchEngine): Promise<void> {
  for (const name of names) {
    if (!(await exists(engine, name))) await makeIndex(engine, name);
    await applySettings(engine, name, indexSettings[name]);
  }
}

async function exists(engine: SearchEngine, name: IndexName): Promise<boolean> {
  return engine
    .index(name)
    .getRawInfo()
    .then(() => true, orUnknown);
}

async function makeIndex(engine: SearchEngine, name: IndexName): Promise<void> {
  const uid = engine.indexUid(name);
  const task = await engine.client.createIndex(uid, { primaryKey: 'id' }).waitTask(patience);
  if (task.status === 'succeeded' || task.error?.code === 'index_already_exists') return;
  throw new Error(`Meilisearch can not make the index ${uid}: ${task.error?.message}`);
}

async function applySettings(engine: SearchEngine, name: IndexName, settings: Settings): Promise<void> {
  const index = engine.index(name);
  if (contains(await index.getSettings(), settings)) return;
  const task = await index.updateSettings(settings).waitTask(patience);
  if (task.status === 'succeeded') return;
  throw new Error(`Meilisearch refuses the settings of ${engine.indexUid(name)}: ${task.error?.message}`);
}

/** Whether all that is wanted is there; what else there is does not matter. */
function contains(current: unknown, wanted: unknown): boolean {
  if (typeof wanted !== 'object' || wanted === null || Array.isArray(wanted))
    return isDeepStrictEqual(current, wanted);
  if (typeof current !== 'object' || current === null) return false;
  const present = new Map(Object.entries(current));
  return Object.entries(wanted).every(([key, value]) => contains(present.get(key), value));
}

function orUnknown(error: unknown): false {
  if (error instanceof MeiliSearchApiError && error.cause?.code === 'index_not_found') return false;
  throw error;
}
