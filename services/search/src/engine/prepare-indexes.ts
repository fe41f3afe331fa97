import type { Settings } from 'meilisearch';
import { isDeepStrictEqual } from 'node:util';
import { indexNames, indexSettings } from './index-settings.ts';
import type { SearchEngine } from './search-engine.ts';

/** Generous, because other tasks of the server may come first. */
const waiting = { timeout: 120_000, interval: 20 };

/**
 * Creates missing indexes and applies their settings; with `rebuild` to the indexes that it fills. Several instances
 * may do so at once.
 */
export async function prepareIndexes(engine: SearchEngine, rebuild?: string): Promise<void> {
  for (const name of indexNames) {
    const uid = engine.indexUid(name, rebuild);
    if (!(await engine.describe(uid))) await makeIndex(engine, uid);
    await applySettings(engine, uid, indexSettings[name]);
  }
}

async function makeIndex({ client }: SearchEngine, uid: string): Promise<void> {
  const task = await client.createIndex(uid, { primaryKey: 'id' }).waitTask(waiting);
  if (task.status === 'succeeded' || task.error?.code === 'index_already_exists') return;
  throw new Error(`Meilisearch cannot make the index ${uid}: ${task.error?.message}`);
}

async function applySettings({ client }: SearchEngine, uid: string, settings: Settings): Promise<void> {
  const index = client.index(uid);
  if (contains(await index.getSettings(), settings)) return;
  const task = await index.updateSettings(settings).waitTask(waiting);
  if (task.status === 'succeeded') return;
  throw new Error(`Meilisearch refuses the settings of ${uid}: ${task.error?.message}`);
}

/** Whether all wanted settings are present; others do not matter. */
function contains(current: unknown, wanted: unknown): boolean {
  if (typeof wanted !== 'object' || wanted === null || Array.isArray(wanted))
    return isDeepStrictEqual(current, wanted);
  if (typeof current !== 'object' || current === null) return false;
  const present = new Map(Object.entries(current));
  return Object.entries(wanted).every(([key, value]) => contains(present.get(key), value));
}
