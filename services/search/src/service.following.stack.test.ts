import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { searchSimilarNames } from '@svc/contracts';
import { until, userActor } from '@svc/testing';
import { EngineDoor } from './testing/engine-door.ts';
import { searchOfSuite } from './testing/search-harness.ts';

const ann = userActor(3, 'Ann', ['access_contacts', 'access_groups']);
const shared_with = [ann.userId];

const search = searchOfSuite(1);
/** One instance reaches the engine sooner, the other later: they overtake each other. */
let door: EngineDoor;

beforeAll(async () => {
  door = await EngineDoor.to(search.stack.meiliUrl);
  await search.start({ MEILI_URL: door.url });
  for (const { checks } of search.instances) {
    await until(() => Promise.all(checks.map(async ({ check }) => check())));
  }
  door.slowness = 50;
});

afterAll(() => door?.close());

/** The ids the index holds for the records, or the comments of the records, of a test. */
async function indexed(name: 'records' | 'comments', filter: string): Promise<Record<string, unknown>[]> {
  return (await search.index(name).getDocuments({ filter, limit: 1_000 })).results;
}

describe('the index', () => {
  test('has the last state of a comment for any order and repetition of its events', async () => {
    const record_id = await search.world.create({ name: 'Has comments', shared_with });
    const history = fc.record({
      versions: fc.shuffledSubarray([1, 2, 3, 4], { minLength: 1 }),
      repeated: fc.integer({ min: 0, max: 3 }),
      deletedAt: fc.option(fc.integer({ min: 0, max: 4 }), { nil: undefined }),
    });
    const histories = fc.sample(history, { numRuns: 25, seed: 7 });
    const expected = new Map<number, string>();
    for (const { versions, repeated, deletedAt } of histories) {
      const id = search.world.nextId();
      const told = [...versions, versions[repeated % versions.length] ?? 1];
      const events = told.map((version) => ({ version, verb: 'updated' }));
      if (deletedAt !== undefined) events.splice(deletedAt, 0, { version: 5, verb: 'deleted' });
      for (const { version, verb } of events) {
        await search.world.sendComment({ id, record_id, content: `version ${version}`, version }, verb);
      }
      if (deletedAt === undefined) expected.set(id, `version ${Math.max(...versions)}`);
    }
    await search.settled();
    const entries = await indexed('comments', `record_id = ${record_id}`);
    expect(new Map(entries.map(({ id, content }) => [id, content]))).toEqual(expected);
  });

  test('has the last state of a record that changes while its entry is written', async () => {
    const ids: number[] = [];
    for (let round = 0; round < 12; round += 1) {
      const id = await search.world.create({ shared_with });
      await search.settled();
      await search.world.update(id, { name: 'Restless 1' });
      await search.taken();
      await search.world.update(id, { name: 'Restless 2' });
      ids.push(id);
    }
    await search.settled();
    const entries = await indexed('records', `viewers = ${ann.userId}`);
    const own = entries.filter(({ id }) => ids.includes(Number(id)));
    expect(own).toMatchObject(ids.map(() => ({ name: 'Restless 2', version: 3 })));
  });

  test('has the last state of a record that changes while it is read', async () => {
    search.world.slowness = 40;
    const ids = [await search.world.create({}), await search.world.create({}), await search.world.create({})];
    for (let change = 1; change <= 30; change += 1) {
      for (const id of ids) await search.world.update(id, { name: `Hasty ${change}`, shared_with });
      if (change % 3 === 0) await Promise.all(ids.map((id) => search.world.sendRecord(id, 'updated')));
    }
    search.world.slowness = 0;
    await search.settled();
    expect(await search.names('hasty', ann)).toEqual(['Hasty 30', 'Hasty 30', 'Hasty 30']);
  });

  test('gives a comment the last visibility of its record when both change', async () => {
    search.world.slowness = 40;
    const id = await search.world.create({ name: 'Turning', shared_with: [1] });
    const comments: number[] = [];
    for (let turn = 1; turn <= 20; turn += 1) {
      const commentId = search.world.nextId();
      comments.push(commentId);
      await search.world.sendComment({ id: commentId, record_id: id, content: `turn ${turn}` });
      await search.world.update(id, { shared_with: [turn] });
    }
    search.world.slowness = 0;
    await search.settled();
    const entries = await indexed('comments', `record_id = ${id}`);
    expect(entries.map((entry) => entry['id']).sort()).toEqual(comments.sort());
    for (const entry of entries) expect(entry['viewers']).toEqual([20]);
  });

  test('accepts a comment of an unknown record', async () => {
    const id = search.world.nextId();
    search.world.change(id, { name: 'Unheard of', shared_with });
    await search.world.comment(id, 'early bird');
    await search.settled();
    expect(await search.names('early bird', ann)).toEqual(['Unheard of']);
  });

  test('removes a deleted record and its comments despite later events', async () => {
    const id = await search.world.create({ name: 'Doomed', shared_with });
    const commentId = search.world.nextId();
    const comment = { id: commentId, record_id: id, content: 'doomed as well' };
    await search.world.sendComment(comment);
    await search.settled();
    expect(await search.names('doomed', ann)).toEqual(['Doomed']);
    await search.world.delete(id);
    await search.world.sendRecord(id, 'updated');
    await search.world.sendComment({ ...comment, version: 9 }, 'updated');
    await search.world.sendComment({ ...comment, id: search.world.nextId() });
    await search.settled();
    expect(await indexed('comments', `record_id = ${id}`)).toEqual([]);
    await expect(search.index('records').getDocument(id)).rejects.toThrow(/not found/);
  });

  test('has the other records beside records with names of a megabyte', async () => {
    const longWord = (number: number) => `${number}`.padStart(12, 'q').repeat(5);
    const longWords = (seed: number) =>
      Array.from({ length: 15_500 }, (_unused, place) => longWord(seed * 1_000_000 + place)).join(' ');
    const ids = Array.from({ length: 12 }, () => search.world.nextId());
    for (const [seed, id] of ids.entries()) search.world.change(id, { name: longWords(seed), shared_with });
    const brief = { id: 0, post_type: 'contacts', name: '', texts: [], version: 1 };
    const visibility = { shared_with: [...shared_with], type: '', sources: [] };
    await Promise.all(ids.map((id) => search.world.sendRecord(id, 'created', { ...brief, id, visibility })));
    await search.world.create({ name: 'Findme', shared_with });
    await search.settled();
    expect(await search.names('findme', ann)).toEqual(['Findme']);
    expect((await search.search(longWords(3).slice(0, 40), ann)).hits[0]?.posts).toMatchObject([
      { ID: ids[3], post_hit: 'Y' },
    ]);
  });
});

const similar = async (name: string, except: number) => {
  const asked = { post_type: 'contacts', name, except, grants: [{ shared_with: ann.userId }] };
  return (await search.harness.call(searchSimilarNames, asked, ann)).ids.toSorted();
};

test('similar names have the same prefix or a typing error and are limited to records the caller may list', async () => {
  const named = (name: string, userId = ann.userId) => search.world.create({ name, shared_with: [userId] });
  const own = await named('Archibald Quill');
  const found = [await named('Archibald Quillfeather'), await named('Archibold Quill')];
  await named('Archibald Smith');
  await named('Archibald Quill', 4);
  await until(async () => expect(await similar('Archibald Quill', own)).toEqual(found.toSorted()));
  expect(await similar(' - ', own)).toEqual([]);
});
