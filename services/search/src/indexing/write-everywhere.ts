import type { IndexName } from '../engine/index-settings.ts';
import type { EntryChanges, SearchEngine } from '../engine/search-engine.ts';

/** The index that is searched, and the one that a rebuild makes. */
export interface Indexes {
  readonly engine: SearchEngine;
  /** The rebuild that every change of the index is told, too; undefined while there is none. */
  readonly rebuildUnderWay: () => Promise<string | undefined>;
}

/**
 * Changes the index that is searched, and the one that a rebuild makes. What is written was saved before it is asked
 * whether there is one: a rebuild that begins after that reads it. The one beside comes first: when the two are exchanged
 * in between, the one that is searched then has the change from before or gets it now.
 */
export async function writeEverywhere(
  name: IndexName,
  changes: EntryChanges,
  { engine, rebuildUnderWay }: Indexes,
): Promise<void> {
  const rebuild = await rebuildUnderWay();
  if (rebuild !== undefined) await engine.write(name, changes, rebuild);
  await engine.write(name, changes);
}
