import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { isIndexNotFound } from './index-not-found.ts';
import { indexNames, type IndexName } from './index-settings.ts';
import type { SearchEngine } from './search-engine.ts';

/** Other work of the server may come before ours. */
const waiting = { timeout: 600_000, interval: 50 };

/** More indexes than a server of ours has. */
const maxIndexes = 10_000;

/** When indexes were made, as the engine says it: by that they are known under another name, too. Empty of none. */
export type MadeAt = Record<IndexName, string>;

/** When the indexes of a rebuild, or those that are searched, were made. */
export async function madeAt(engine: SearchEngine, rebuild?: string): Promise<MadeAt> {
  const { client } = engine;
  const made = await Promise.all(
    indexNames.map(async (name) => {
      const index = await client.getRawIndex(engine.indexUid(name, rebuild)).catch(orNone);
      return [name, index?.createdAt ?? ''] as const;
    }),
  );
  return Object.fromEntries(made) as MadeAt;
}

/**
 * Has the indexes of a rebuild searched from now on, both at once; those that were searched get their names. Repeated, it
 * changes nothing: `made` tells which are which. False when the indexes of the rebuild are not there (any more).
 */
export async function exchangeIndexes(engine: SearchEngine, rebuild: string, made: MadeAt): Promise<boolean> {
  await exchangeUnderWay(engine, rebuild);
  if (isDeepStrictEqual(await madeAt(engine), made)) return true;
  if (!isDeepStrictEqual(await madeAt(engine, rebuild), made)) return false;
  const pairs = indexNames.map((name) => ({
    indexes: [engine.indexUid(name), engine.indexUid(name, rebuild)] as [string, string],
    rename: false,
  }));
  const task = await engine.client.swapIndexes(pairs).waitTask(waiting);
  if (task.status === 'succeeded') return true;
  throw new Error(`Meilisearch cannot exchange its indexes: ${task.error?.message}`);
}

/** Somebody who has died since may have begun it. */
async function exchangeUnderWay(engine: SearchEngine, rebuild: string): Promise<void> {
  const uid = engine.indexUid('records', rebuild);
  const query = { types: ['indexSwap' as const], statuses: ['enqueued' as const, 'processing' as const] };
  for (;;) {
    const { results } = await engine.client.tasks.getTasks(query);
    const swaps = results.flatMap(({ details }) => details?.swaps ?? []);
    if (!swaps.some(({ indexes }) => indexes.includes(uid))) return;
    await delay(waiting.interval);
  }
}

/**
 * Deletes the indexes that rebuilds have left, those of the one that runs excepted: `running` tells it, and is asked when
 * the server has told what there is.
 */
export async function removeStaleIndexes(
  engine: SearchEngine,
  running: () => Promise<string | undefined>,
): Promise<void> {
  const { results } = await engine.client.getRawIndexes({ limit: maxIndexes });
  const kept = await running();
  const beginnings = indexNames.map((name) => engine.indexUid(name, ''));
  const left = results
    .map(({ uid }) => uid)
    .filter((uid) => beginnings.some((beginning) => isOfRebuild(uid, beginning)))
    .filter((uid) => kept === undefined || !uid.endsWith(`_${kept}`));
  for (const uid of left) await engine.client.deleteIndex(uid).waitTask(waiting);
}

/** A rebuild is named in hexadecimal digits. */
function isOfRebuild(uid: string, beginning: string): boolean {
  return uid.startsWith(beginning) && /^[\da-f]+$/.test(uid.slice(beginning.length));
}

function orNone(error: unknown): undefined {
  if (isIndexNotFound(error)) return undefined;
  throw error;
}
