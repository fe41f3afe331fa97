import type { EntryChanges } from '../engine/search-engine.ts';
import type { IndexName } from '../engine/index-settings.ts';
import type { IndexingDeps } from '../deps.ts';

/**
 * Changes the index that is searched, and the one that a rebuild makes. What is written was saved before it is asked
 * whether there is one: a rebuild that begins after that reads it. The one beside comes first: when the two are exchanged
 * in between, the one that is searched then has the change from before or gets it now.
 */
export async function writeEverywhere(
  name: IndexName,
  changes: EntryChanges,
  { engine, rebuildUnderWay }: IndexingDeps,
): Promise<void> {
  const rebuild = await rebuildUnderWay();
  if (rebuild !== undefined) await engine.write(name, changes, rebuild);
  await engine.write(name, changes);
}
