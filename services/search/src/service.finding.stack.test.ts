import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { searchAdvanced } from '@svc/contracts';
import { until, userActor } from '@svc/testing';
import { searchOfSuite } from './testing/search-harness.ts';

const ann = userActor(3, 'Ann', ['access_contacts', 'access_groups', 'access_peoplegroups']);
const bob = userActor(4, 'Bob', ['access_contacts', 'access_groups']);
const dispatcher = userActor(5, 'Dana', ['access_contacts', 'dt_all_access_contacts']);
const groupViewer = userActor(6, 'Gus', ['access_groups', 'view_any_groups']);
const nobody = userActor(7, 'Ned');
const shared_with = [ann.userId];

const search = searchOfSuite(2);

/** Names that end in numbers from 0 on. */
const numbered = (name: string, count: number) => Array.from({ length: count }, (_, at) => `${name} ${at}`);

describe('a record is found', () => {
  test('by its name, with everything a hit shows', async () => {
    const id = await search.world.create({ name: 'Alpha Beta', shared_with });
    const answer = await until(async () => {
      const found = await search.search('alpha', ann);
      expect(found.total_hits).toBe(1);
      return found;
    });
    searchAdvanced.output.parse(answer);
    const shown = { ID: id, post_title: 'Alpha Beta', post_date: '2026-11-20 12:20:40', status: [] };
    const inTexts = { comment_hit: 'N', comment_hit_content: '', meta_hit: 'N', meta_hit_value: '' };
    const [ofContacts, ...others] = answer.hits;
    expect(ofContacts).toMatchObject({ post_type: 'contacts', post_type_label_singular: 'Contact' });
    expect(ofContacts?.posts).toEqual([{ ...shown, post_type: 'contacts', post_hit: 'Y', ...inTexts }]);
    expect(others).toEqual([]);
  });

  test.each([
    ['Ünï Tést', ['uni', 'TEST', 'ünï tést']],
    ["O'Quentin 50% _under", ["o'quentin", 'quentin', '50% _under']],
    ['Jean-Luc McDonald', ['-luc', 'jean-luc', 'donald', '"jean']],
    ['王小明', ['王小明', '小明', '明']],
    ['山田太郎', ['山田', '太郎']],
    ['김철수', ['김철수', '철수']],
    ['محمد العلي', ['محمد', 'علي']],
    ['Иван Петров', ['петр', 'ИВАН']],
    ['יוסף כהן', ['כהן']],
    ['สมชาย ใจดี', ['ใจดี', 'สมชาย']],
    ['राजेश कुमार', ['कुमार']],
    ['አበበ በቀለ', ['በቀለ']],
  ])('%s by each of %j', async (name, queries) => {
    await search.world.create({ name, shared_with });
    for (const query of queries) {
      await until(async () => expect(await search.names(query, ann)).toContain(name));
    }
  });

  test.each([
    ['+49 151 2345678', ['151 2345', '1512345678', '5678', '+49151']],
    ['ann.smith@example.org', ['ann.smith@example.org', 'smith', 'example.org']],
    ['Nickname', ['nickname', 'name']],
  ])('by its text %s, from each of %j', async (text, queries) => {
    const texts = ['something else', text].map((each) => ({ field: 'contact_other', text: each }));
    const id = await search.world.create({ name: 'Has texts', texts, shared_with });
    for (const query of queries) {
      await until(async () => {
        const { hits } = await search.search(query, ann, { meta: true });
        const hit = hits[0]?.posts.find(({ ID }) => ID === id);
        expect(hit).toMatchObject({ meta_hit: 'Y', meta_hit_value: text, post_hit: 'N' });
      });
    }
  });

  test('by a comment, once, together with the comment', async () => {
    const id = await search.world.create({ name: 'Commented', shared_with });
    for (const number of [1, 2]) await search.world.comment(id, `a <em>needle</em> &amp; number ${number}`);
    await search.settled();
    const { hits } = await search.search('needle', ann);
    const content = expect.stringMatching(/^a <em>needle<\/em> &amp; number [12]$/);
    const hit = { ID: id, post_hit: 'N', comment_hit: 'Y', comment_hit_content: content };
    expect(hits[0]?.posts).toMatchObject([hit]);
    for (const query of ['amp', 'em']) expect(await search.names(query, ann)).not.toContain('Commented');
  });

  test('only in the requested fields', async () => {
    await search.world.create({ name: 'Flagship', shared_with });
    const texts = [{ field: 'nickname', text: 'Flagship' }];
    await search.world.create({ name: 'Texted', texts, shared_with });
    const commented = await search.world.create({ name: 'Remarked', shared_with });
    await search.world.comment(commented, 'flagship');
    await search.settled();
    const found = (flags: { post?: boolean; comment?: boolean; meta?: boolean }) =>
      search.names('flagship', ann, flags);
    expect(await found({})).toEqual(['Flagship', 'Remarked', 'Texted']);
    expect(await found({ post: true })).toEqual(['Flagship']);
    expect(await found({ meta: true })).toEqual(['Texted']);
    expect(await found({ comment: true })).toEqual(['Remarked']);
    expect(await found({ post: false, meta: false })).toEqual([]);
  });

  test('by a similar word, after records with the exact word', async () => {
    const texts = [{ field: 'nickname', text: 'Bartolomew' }];
    await search.world.createAll(['Bartholomew', 'Bartolomew'], { shared_with });
    await search.world.create({ name: 'Somebody', texts, shared_with });
    await search.settled();
    expect(await search.names('bartolomew', ann)).toEqual(['Bartolomew', 'Somebody', 'Bartholomew']);
    expect(await search.names('bartholomeww', ann)).toContain('Bartholomew');
    expect(await search.names('bartholomew 3', ann)).toEqual([]);
  });
});

describe('a match within a word that only lists find', () => {
  beforeAll(() => {
    search.world.findsTexts = true;
  });
  afterAll(() => {
    search.world.findsTexts = false;
  });

  test('is ranked last, once, in the requested fields, if the caller may view it', async () => {
    const channel = [{ field: 'contact_other', text: 'Bob List' }];
    await search.world.create({ name: 'Anna', texts: channel, shared_with });
    await search.world.create({ name: 'Bob List', texts: channel, shared_with });
    await search.world.create({ name: 'B Lost', shared_with });
    const said = await search.world.create({ name: 'Said', shared_with });
    await search.world.comment(said, 'b list');
    await search.world.create({ name: 'B Listening', shared_with });
    await search.world.create({ name: 'Job List', shared_with: [bob.userId] });
    search.world.hidden.add(await search.world.create({ name: 'Rob List', shared_with }));
    await search.settled();
    expect(await search.names('b list', ann)).toEqual(['B Listening', 'Said', 'B Lost', 'Bob List', 'Anna']);
    expect(await search.names('b list', ann, { post: true })).toEqual(['B Listening', 'B Lost', 'Bob List']);
    expect(await search.names('b list', ann, { meta: true })).toEqual(['Anna', 'Bob List']);
    expect(await search.names('b list', ann, { comment: true })).toEqual(['Said']);
    const { hits } = await search.search('b list', ann);
    expect(hits[0]?.posts.slice(3)).toMatchObject([
      { post_hit: 'Y', meta_hit: 'Y', meta_hit_value: 'Bob List' },
      { post_hit: 'N', meta_hit: 'Y', meta_hit_value: 'Bob List' },
    ]);
  });

  test('is counted in pages and totals', async () => {
    const names = [...numbered('N Quokka', 10), ...numbered('Brown Quokka', 60)];
    await search.world.createAll(names.toReversed(), { shared_with });
    await search.settled();
    const page = async (offset: number) => (await search.search('n quokka', ann, { offset })).hits[0];
    const pages = [await page(0), await page(50)];
    expect(pages.map((each) => each?.total_count)).toEqual([70, 70]);
    expect(pages.flatMap((each) => each?.posts ?? []).map((post) => post.post_title)).toEqual(names);
  });
});

const titled = (post_title: string) => ({ post_title });
const empty = { hits: [], total_hits: 0 };

describe('the answer of a search', () => {
  test('has names that begin with the text first, each type by itself', async () => {
    await search.world.createAll(['The Zircon', 'zircon ten', 'Zircon nine'], { shared_with });
    await search.world.create({ name: 'Zircon group', post_type: 'groups', shared_with });
    await search.world.create({ name: 'Zircon people', post_type: 'peoplegroups', shared_with });
    await search.settled();
    const { hits, total_hits } = await search.search('zircon', ann);
    expect(hits).toMatchObject([
      { post_type: 'contacts', posts: ['Zircon nine', 'zircon ten', 'The Zircon'].map(titled) },
      { post_type: 'groups', posts: [{ post_title: 'Zircon group', status: [] }] },
    ]);
    expect(total_hits).toBe(4);
    expect(await search.names('zircon', ann, { post_type: 'groups' })).toEqual(['Zircon group']);
  });

  test.each([['peoplegroups'], ['trainings'], [''], ['contacts" OR type = "access'], ['records']])(
    'is empty for the type %j',
    async (post_type) => {
      expect(await search.search('zircon', ann, { post_type })).toEqual(empty);
    },
  );

  test('is empty for a type the caller may not access', async () => {
    expect(await search.search('zircon', nobody)).toEqual(empty);
    expect(await search.search('zircon', groupViewer, { post_type: 'contacts' })).toEqual(empty);
  });

  test('has pages of fifty that together have each viewable hit once', async () => {
    const names = numbered('Paged', 150);
    const ids = await search.world.createAll(names, { shared_with });
    await search.settled();
    for (const id of ids.filter((_id, place) => place % 4 === 0))
      search.world.change(id, { shared_with: [] });
    for (const id of ids.slice(1, 3)) search.world.drop(id);
    const seen: string[] = [];
    for (const expected of [
      { total: 50, total_count: 110, remaining_count: 60, has_more: true, offset: 50 },
      { total: 50, total_count: 110, remaining_count: 10, has_more: true, offset: 100 },
      { total: 10, total_count: 110, remaining_count: 0, has_more: false, offset: 110 },
    ]) {
      const page = (await search.search('paged', ann, { offset: seen.length })).hits[0];
      expect(page).toMatchObject(expected);
      seen.push(...(page?.posts ?? []).map(({ post_title }) => post_title));
    }
    expect(seen).toEqual(names.filter((_name, place) => place % 4 !== 0 && place !== 1 && place !== 2));
    expect((await search.search('paged', ann, { offset: 500 })).hits).toEqual([]);
  });

  test('for an empty text has every name that the caller may see', async () => {
    const loner = userActor(88, 'Lena', ['access_contacts']);
    await search.world.createAll(['beta', 'Alef'], { shared_with: [88] });
    await search.settled();
    expect(await search.names('', loner)).toEqual(['Alef', 'beta']);
    expect(await search.names('%', loner)).toEqual([]);
    expect(await search.names('-beta', loner)).toEqual(['beta']);
  });
});

describe('the visibility of hits', () => {
  test('follows shares, types and capabilities', async () => {
    const mine = await search.world.create({ name: 'Opal mine', shared_with: [bob.userId] });
    await search.world.create({ name: 'Opal access', type: 'access' });
    await search.world.create({ name: 'Opal user', type: 'user' });
    await search.world.create({ name: 'Opal group', post_type: 'groups' });
    await search.settled();
    expect(await search.names('opal', bob)).toEqual(['Opal mine']);
    expect(await search.names('opal', ann)).toEqual([]);
    expect(await search.names('opal', dispatcher)).toEqual(['Opal access', 'Opal user']);
    expect(await search.names('opal', groupViewer)).toEqual(['Opal group']);
    await search.world.update(mine, { shared_with: [ann.userId] });
    await until(async () => expect(await search.names('opal', ann)).toEqual(['Opal mine']));
    expect(await search.names('opal', bob)).toEqual([]);
  });

  test('is decided by records, and hidden records are not counted', async () => {
    const ids = await search.world.createAll(['Jade 1', 'Jade 2', 'Jade 3'], { shared_with });
    const [first, second] = ids as [number, number];
    await search.world.comment(first, 'jade comment');
    await search.settled();
    search.world.hidden.add(first);
    const { hits, total_hits } = await search.search('jade', ann);
    expect(hits[0]).toMatchObject({ total: 2, total_count: 2, remaining_count: 0, has_more: false });
    expect(total_hits).toBe(2);
    expect(hits[0]?.posts.map(({ ID }) => ID)).not.toContain(first);
    expect(await search.search(String(first), ann)).toEqual(empty);
    search.world.hidden.add(second);
    expect((await search.search('jade', ann)).total_hits).toBe(1);
  });

  test('is the same for a comment as for its record', async () => {
    const id = await search.world.create({ name: 'Moves', shared_with: [bob.userId] });
    const commentId = await search.world.comment(id, 'whispered');
    await search.settled();
    expect(await search.names('whispered', bob)).toEqual(['Moves']);
    expect(await search.names('whispered', ann)).toEqual([]);
    await search.world.update(id, { shared_with: [ann.userId], type: 'access', sources: ['web'] });
    await search.settled();
    expect(await search.names('whispered', ann)).toEqual(['Moves']);
    expect(await search.names('whispered', bob)).toEqual([]);
    const visibility = { viewers: [ann.userId], type: 'access', sources: ['web'] };
    expect(await search.index('comments').getDocument(commentId)).toMatchObject(visibility);
  });
});

describe('before the index has a change', () => {
  /** What a search shows of one record, with what is looked for only in it. */
  async function shown(query: string) {
    const { hits } = await search.search(query, ann);
    return hits[0]?.posts.map(({ ID, ...post }) => [ID, post.meta_hit_value, post.comment_hit_content]);
  }

  test('a hit has the current record and comment if they still contain the text', async () => {
    const texts = [{ field: 'nickname', text: 'Topaz one' }];
    const id = await search.world.create({ name: 'Changing', texts, shared_with });
    const comment = { id: search.world.nextId(), record_id: id, content: 'topaz said' };
    await search.world.sendComment(comment);
    await search.settled();
    expect(await shown('topaz')).toEqual([[id, 'Topaz one', 'topaz said']]);
    search.world.change(id, { texts: [{ field: 'nickname', text: 'The topaz two' }] });
    search.world.changeComment({ ...comment, content: 'said again: topaz', version: 2 });
    expect(await shown('topaz')).toEqual([[id, 'The topaz two', 'said again: topaz']]);
    search.world.change(id, { texts: [{ field: 'nickname', text: 'Ruby' }] });
    expect(await shown('topaz')).toEqual([[id, '', 'said again: topaz']]);
    search.world.dropComment(comment.id);
    expect(await shown('topaz')).toBeUndefined();
  });

  test('a moved comment is not a hit of either record', async () => {
    const from = await search.world.create({ name: 'Given up', shared_with });
    const to = await search.world.create({ name: 'Merged into', shared_with: [bob.userId] });
    const comment = { id: search.world.nextId(), record_id: from, content: 'moonstone' };
    await search.world.sendComment(comment);
    await search.settled();
    expect(await search.names('moonstone', ann)).toEqual(['Given up']);
    search.world.changeComment({ ...comment, record_id: to, version: 2 });
    for (const actor of [ann, bob]) expect(await search.names('moonstone', actor)).toEqual([]);
  });

  test('a renamed record is found by its new name', async () => {
    const id = await search.world.create({ name: 'Garnet first', shared_with });
    await search.settled();
    search.world.change(id, { name: 'Second garnet' });
    expect(await search.names('garnet', ann)).toEqual(['Second garnet']);
    search.world.change(id, { name: 'Third' });
    expect(await search.names('garnet', ann)).toEqual([]);
  });

  test('archived records are left out of pages and totals by their current status', async () => {
    const ids = await search.world.createAll(numbered('Agate', 60), { shared_with });
    await search.settled();
    for (const id of ids.slice(0, 20)) search.world.archived.add(id);
    const page = async (more: { status?: string; archived?: boolean }) =>
      (await search.search('agate', ann, more)).hits[0];
    expect(await page({})).toMatchObject({ total: 50, total_count: 60, remaining_count: 10 });
    expect(await page({ status: 'all' })).toMatchObject({ total: 40, total_count: 40, has_more: false });
    expect(await page({ status: 'active' })).toMatchObject({ total: 50, total_count: 60 });
    expect(await page({ status: 'all', archived: true })).toMatchObject({ total: 50, total_count: 60 });
  });
});
