import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { searchSimilarNames } from '@svc/contracts';
import { until, userActor } from '@svc/service-kit/testing';
import { SearchHarness } from './testing/search-harness.ts';

const ann = userActor(3, 'Ann', ['access_contacts']);

let search: SearchHarness;

beforeAll(async () => {
  search = await SearchHarness.open();
  await search.start();
});

afterAll(() => search?.close());

const similar = async (name: string, except: number) => {
  const asked = { post_type: 'contacts', name, except, grants: [{ shared_with: ann.userId }] };
  return (await search.harness.call(searchSimilarNames, asked, ann)).ids.toSorted();
};

test('similar names are those that begin so, or have a typing error, among what the caller may list', async () => {
  const named = (name: string, userId = ann.userId) => search.world.create({ name, shared_with: [userId] });
  const own = await named('Bartholomew Quill');
  const found = [await named('Bartholomew Quillfeather'), await named('Bartolomew Quill')];
  await named('Bartholomew Smith');
  await named('Bartholomew Quill', 4);
  await until(async () => expect(await similar('Bartholomew Quill', own)).toEqual(found.toSorted()));
  expect(await similar(' - ', own)).toEqual([]);
});
