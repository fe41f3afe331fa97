import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { throwAwayStack } from '@svc/testing';
import { SearchEngine } from '../engine/search-engine.ts';
import { writeEverywhere } from './write-entries.ts';

const ofRecord = { record_id: 2, post_type: 'contacts', viewers: [], type: '', sources: [] };
const entry = { ...ofRecord, id: 1, version: 1, content: 'said', text: 'said', numbers: [] };

test.each([
  ['is kept during the rebuild', 'this', true],
  ['is not recreated by a write when the rebuild has ended', undefined, false],
  ['is not recreated by a write during another rebuild', 'another', false],
])('the index of a rebuild %s', async (_when, afterwards, isThere) => {
  const stack = await throwAwayStack();
  try {
    const prefix = `t${randomUUID().slice(0, 8)}_`;
    const engine = new SearchEngine({ url: stack.meiliUrl, key: stack.meiliKey ?? '', prefix });
    const rebuilds = { rebuildUnderWay: async () => 'this', rebuildWithIndexes: async () => afterwards };
    await writeEverywhere('comments', { entries: [entry], removed: [] }, { engine, ...rebuilds });
    const indexUids = [engine.indexUid('comments'), engine.indexUid('comments', 'this')];
    const { results } = await engine.client.tasks.getTasks({ indexUids });
    await engine.client.tasks.waitForTasks(results.map(({ uid }) => uid));
    const found = await Promise.all(indexUids.map((uid) => engine.describe(uid)));
    expect(found.map((index) => index !== undefined)).toEqual([true, isThere]);
    for (const uid of indexUids) await engine.client.deleteIndex(uid);
  } finally {
    await stack.stop();
  }
});
