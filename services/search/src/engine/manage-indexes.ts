import type { Settings } from 'meilisearch';
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { indexNames, indexSettings, type IndexName } from './index-settings.ts';
import type { SearchEngine } from './search-engine.ts';

/** Generous, because other tasks of the server may come first. */
const preparing = { timeout: 120_000, interval: 20 };
const exchanging = { timeout: 600_000, interval: 50 };

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
  const task = await client.createIndex(uid, { primaryKey: 'id' }).waitTask(preparing);
  if (task.status === 'succeeded' || task.error?.code === 'index_already_exists') return;
  throw new Error(`Meilisearch failed to create the index ${uid}: ${task.error?.message}`);
}

async function applySettings({ client }: SearchEngine, uid: string, settings: Settings): Promise<void> {
  const index = client.index(uid);
  if (contains(await index.getSettings(), settings)) return;
  const task = await index.updateSettings(settings).waitTask(preparing);
  if (task.status === 'succeeded') return;
  throw new Error(`Meilisearch rejected the settings of the index ${uid}: ${task.error?.message}`);
}

/** Whether all wanted settings are present; others do not matter. */
function contains(current: unknown, wanted: unknown): boolean {
  if (typeof wanted !== 'object' || wanted === null || Array.isArray(wanted))
    return isDeepStrictEqual(current, wanted);
  if (typeof current !== 'object' || current === null) return false;
  const present = new Map(Object.entries(current));
  return Object.entries(wanted).every(([key, value]) => contains(present.get(key), value));
}

/** More than any server has. */
const maxIndexes = 10_000;

/** The creation times of indexes from the engine, which identify them after a swap; empty for a missing index. */
export type MadeAt = Record<IndexName, string>;

/** The creation times of a rebuild's indexes, or of the live ones. */
export async function madeAt(engine: SearchEngine, rebuild?: string): Promise<MadeAt> {
  const made = await Promise.all(
    indexNames.map(async (name) => {
      const index = await engine.describe(engine.indexUid(name, rebuild));
      return [name, index?.createdAt ?? ''] as const;
    }),
  );
  return Object.fromEntries(made) as MadeAt;
}

/**
 * Swaps both indexes of a rebuild with the live ones in one task. Repeating it changes nothing, because `made`
 * identifies the rebuild's indexes. False when these no longer exist.
 */
export async function exchangeIndexes(engine: SearchEngine, rebuild: string, made: MadeAt): Promise<boolean> {
  await exchangeUnderWay(engine, rebuild);
  if (isDeepStrictEqual(await madeAt(engine), made)) return true;
  if (!isDeepStrictEqual(await madeAt(engine, rebuild), made)) return false;
  const pairs = indexNames.map((name) => ({
    indexes: [engine.indexUid(name), engine.indexUid(name, rebuild)] as [string, string],
    rename: false,
  }));
  const task = await engine.client.swapIndexes(pairs).waitTask(exchanging);
  if (task.status === 'succeeded') return true;
  throw new Error(`Meilisearch failed to swap the indexes: ${task.error?.message}`);
}

/** Waits for a swap that another instance may have started before it crashed. */
async function exchangeUnderWay(engine: SearchEngine, rebuild: string): Promise<void> {
  const uid = engine.indexUid('records', rebuild);
  const query = { types: ['indexSwap' as const], statuses: ['enqueued' as const, 'processing' as const] };
  for (;;) {
    const { results } = await engine.client.tasks.getTasks(query);
    const swaps = results.flatMap(({ details }) => details?.swaps ?? []);
    if (!swaps.some(({ indexes }) => indexes.includes(uid))) return;
    await delay(exchanging.interval);
  }
}

/**
 * Deletes the indexes of past rebuilds. `running` returns the current rebuild; it is called after the server has listed
 * its indexes, so that the indexes of a new rebuild are not deleted.
 */
export async function removeStaleIndexes(
  engine: SearchEngine,
  running: () => Promise<string | undefined>,
): Promise<void> {
  const { results } = await engine.client.getRawIndexes({ limit: maxIndexes });
  const kept = await running();
  const beginnings = engine.indexUids('');
  const left = results
    .map(({ uid }) => uid)
    .filter((uid) => beginnings.some((beginning) => isOfRebuild(uid, beginning)))
    .filter((uid) => kept === undefined || !uid.endsWith(`_${kept}`));
  for (const uid of left) await engine.client.deleteIndex(uid).waitTask(exchanging);
}

/** Names of rebuilds are hexadecimal. */
function isOfRebuild(uid: string, beginning: string): boolean {
  return uid.startsWith(beginning) && /^[\da-f]+$/.test(uid.slice(beginning.length));
}
