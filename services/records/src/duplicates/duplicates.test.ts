import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  recordsAllDuplicates,
  recordsAllOfTypeDuplicates,
  recordsCheckFieldValueExists,
  recordsDismissDuplicates,
  recordsDuplicates,
  recordsSetDuplicateFields,
  searchSimilarNames,
  systemActor,
  type Actor,
  type Fields,
} from '@svc/contracts';
import { userActor } from '@svc/testing';
import { mona, recordClient } from '../testing/record-client.ts';
import { dispatcher, harnessOfSuite, multiplier, siteLink } from '../testing/records-harness.ts';

const harness = harnessOfSuite({ instances: 2 });
const { create, update, expectRefused } = recordClient(harness);

const carl = multiplier(4);
const dora = dispatcher(5);

/** What search takes for similar names. */
const offered: number[] = [];

beforeAll(() => harness.harness.standIn(searchSimilarNames, () => ({ ids: offered })));

const duplicatesOf = async (id: number, caller: Actor = mona, postType = 'contacts') =>
  (await harness.ask(recordsDuplicates, { post_type: postType, id }, caller)).ids;

const allDuplicatesOf = (id: number, caller: Actor = mona, limit: { limit?: number } = {}) =>
  harness.ask(recordsAllDuplicates, { post_type: 'contacts', id, ...limit }, caller);

const dismiss = (recordId: number, id: number | 'all', caller: Actor = mona) =>
  harness.ask(recordsDismissDuplicates, { post_type: 'contacts', record_id: recordId, id }, caller);

const holders = (channel: string, value: string | number, caller: Actor = mona) => {
  const asked = { post_type: 'contacts', communication_channel: channel, field_value: value };
  return harness.ask(recordsCheckFieldValueExists, asked, caller);
};

const phone = (value: string) => ({ contact_phone: [{ value }] });
const email = (value: string) => ({ contact_email: [{ value }] });
const messenger = (...all: string[]) => ({ contact_other: all.map((value) => ({ value })) });

let last = 0;

/** A value that no other test has. */
const fresh = () => {
  last += 1;
  return `07000${last} ${last}`;
};

describe('possible duplicates', () => {
  test.each<[string, Fields, Fields]>([
    ['phone numbers in other formats', phone('0151 77-88 99'), phone('(0151) 778899')],
    ['e-mail addresses in another case', email('Ann.Other@Example.org'), email('ann.other@example.org')],
    ['one of several values', messenger('x.a', 'x.b'), messenger('X.B')],
    ['names in another case or without accents', { name: 'Zoë Duplicate' }, { name: 'zoe duplicate' }],
  ])('are found by %s, for both records', async (_what, one, other) => {
    const first = await create({ name: `One ${fresh()}`, ...one });
    const second = await create({ name: `Two ${fresh()}`, ...other });
    expect(await duplicatesOf(first.ID)).toEqual([second.ID]);
    expect(await duplicatesOf(second.ID)).toEqual([first.ID]);
  });

  test.each<[string, Fields, Fields]>([
    ['the same value of another channel', phone('0899 1'), messenger('0899 1')],
    ['a part of a value', email('bo@example.org'), email('bob@example.org')],
    ['empty names of channels', messenger(' '), messenger('  ')],
    ['a contact that represents a user', phone('0151 600601'), { ...phone('0151 600601'), type: 'user' }],
  ])('are not found by %s', async (_what, one, other) => {
    const first = await create({ name: `One ${fresh()}`, ...one });
    await create({ name: `Two ${fresh()}`, ...other }, dora);
    expect(await duplicatesOf(first.ID, dora)).toEqual([]);
  });

  test('are other records of the type that the caller can view', async () => {
    const value = fresh();
    const mine = await create({ name: `Mine ${value}`, ...phone(value) });
    const carls = await create({ name: `Carls ${value}`, ...phone(value) }, carl);
    const hidden = await create({ name: `Hidden ${value}`, type: 'personal', ...phone(value) }, carl);
    await create({ name: `Mine ${value}` }, mona, 'groups');
    expect(await duplicatesOf(mine.ID, mona)).toEqual([]);
    expect(await duplicatesOf(mine.ID, dora)).toEqual([carls.ID]);
    expect(await duplicatesOf(carls.ID, carl)).toEqual([hidden.ID]);
  });

  test('follow changes of the values', async () => {
    const value = fresh();
    const first = await create({ name: `First ${value}`, ...phone(value) });
    const second = await create({ name: `Second ${value}`, contact_phone: [{ key: 'mine', value }] });
    expect(await duplicatesOf(first.ID)).toEqual([second.ID]);
    await update(second.ID, { contact_phone: [{ key: 'mine', delete: true }] });
    expect(await duplicatesOf(first.ID)).toEqual([]);
    await update(second.ID, { ...phone(` ${value} `), ...email('a@b.test') });
    expect(await duplicatesOf(first.ID)).toEqual([second.ID]);
  });

  test('come with their matching fields and points, sorted by points', async () => {
    const value = fresh();
    const name = `Same ${value}`;
    const record = await create({ name, ...phone(value), ...email('same@x.test') });
    const namesake = await create({ name, nickname: 'Nick' });
    const spelt = { ...phone(value.replaceAll(' ', '')), ...email('SAME@x.test') };
    const both = await create({ name: 'Other', ...spelt });
    expect(await allDuplicatesOf(record.ID)).toEqual([
      {
        ID: both.ID,
        points: 8,
        fields: [
          { field: 'contact_phone', value },
          { field: 'contact_email', value: 'same@x.test' },
        ],
        post: expect.objectContaining({ ID: both.ID, name: 'Other' }),
      },
      {
        ID: namesake.ID,
        points: 4,
        fields: [{ field: 'name', value: name }],
        post: expect.objectContaining({ ID: namesake.ID, nickname: 'Nick', post_type: 'contacts' }),
      },
    ]);
    expect((await allDuplicatesOf(record.ID, mona, { limit: 1 })).map(({ ID }) => ID)).toEqual([both.ID]);
    expect(await allDuplicatesOf(record.ID, mona, { limit: 0 })).toEqual([]);
  });

  test('are limited to a hundred', async () => {
    const value = fresh();
    const record = await create({ name: `Many ${value}` });
    const { _id: _id, ...like } = await harness.stored(record.ID);
    const copies = Array.from({ length: 150 }, (_none, index) => ({ ...like, _id: 5_000_000 + index }));
    await harness.documents.insertMany(copies);
    const found = await duplicatesOf(record.ID);
    expect(found).toHaveLength(100);
    expect(found[0]).toBe(5_000_149);
    await harness.documents.deleteMany({ _id: { $gte: 5_000_000 } });
  });

  test('by similar names come last, and include shorter names and close matches from the search', async () => {
    const name = 'Bartholomew Quill';
    const record = await create({ name });
    const shorter = await create({ name: 'bartholomew' });
    const namesake = await create({ name });
    const typed = await create({ name: 'Bartholomew Qui1l' });
    const mistyped = await create({ name: 'Bartolomew Quill' });
    const hidden = await create({ name: 'Bartholomew Quil' }, carl);
    offered.push(mistyped.ID, typed.ID, hidden.ID, (await create({ name: 'Somebody else' })).ID);
    const found = (await allDuplicatesOf(record.ID)).map(({ ID, points, fields }) => [ID, points, fields]);
    const similar = (id: number) => [id, 1, [{ field: 'name', value: name }]];
    const latestFirst = [mistyped.ID, shorter.ID].toSorted((one, other) => other - one);
    expect(found).toEqual([[namesake.ID, 4, [{ field: 'name', value: name }]], ...latestFirst.map(similar)]);
    expect(await duplicatesOf(record.ID)).toEqual([namesake.ID, ...latestFirst]);
  });

  test.each(['nickname', 'nobody'])('cannot be configured to compare the field %s', async (key) => {
    const input = { post_type: 'contacts', fields: ['name', key] };
    await expect(harness.ask(recordsSetDuplicateFields, input, systemActor('admin'))).rejects.toMatchObject({
      code: 'rest_invalid_param',
      data: { params: { fields: expect.stringContaining(`received ${key}`) } },
    });
  });

  test('are refused for a hidden record, a record of another type and an unknown record', async () => {
    const { ID: hidden } = await create({ name: 'Private' }, carl);
    const { ID: group } = await create({ name: 'Group' }, mona, 'groups');
    for (const id of [hidden, group, 99_999_999]) {
      const message = `Sorry, you don't have permission to view the contact with id ${id}.`;
      const refused = { code: 'get_post', status: 403, message };
      for (const ask of [duplicatesOf, allDuplicatesOf]) await expect(ask(id)).rejects.toMatchObject(refused);
    }
  });
});

describe('dismissing duplicates', () => {
  const pair = async () => {
    const value = fresh();
    const first = await create({ name: `First ${value}`, ...phone(value) });
    const second = await create({ name: `Second ${value}`, ...phone(value) });
    return [first.ID, second.ID] as const;
  };

  test('hides a pair on both records, with one event on the record of the request', async () => {
    const [first, second] = await pair();
    expect(await dismiss(first, second)).toEqual({ override: [second] });
    expect(await duplicatesOf(first)).toEqual([]);
    expect(await duplicatesOf(second)).toEqual([]);
    await harness.eventsOf(first, 2);
    await harness.eventsOf(second, 1);
  });

  test('with "all" adds all present duplicates to the dismissed ones, and a repetition changes nothing', async () => {
    const [first, second] = await pair();
    await dismiss(first, 77);
    for (const id of ['all', second, 'all'] as const)
      expect(await dismiss(first, id)).toEqual({ override: [77, second] });
    expect(await duplicatesOf(first)).toEqual([]);
    expect((await harness.stored(first)).version).toBe(3);
  });

  test('concurrently keeps the dismissals of all requests', async () => {
    const [first] = await pair();
    const ids = [201, 202, 203, 204, 205];
    await Promise.all(ids.map((id) => dismiss(first, id)));
    const { override } = await dismiss(first, 201);
    expect([...override].sort()).toEqual(ids);
  });
});

test('dismissing duplicates is refused to users who cannot update the record', async () => {
  const { ID: id } = await create({ name: 'Kept' });
  const refused = { code: 'update_post', status: 403 };
  await expectRefused(id, () => dismiss(id, 77, carl), refused);
  await expect(dismiss(99_999_999, 'all')).rejects.toMatchObject(refused);
});

describe('a scan for duplicates', () => {
  const scan = (from: { limit?: number } = {}, caller: Actor = dora) =>
    harness.ask(recordsAllOfTypeDuplicates, { post_type: 'groups', ...from }, caller);

  test('finds both records of each pair over all its pages, and reaches the end', async () => {
    const pairs: number[][] = [];
    for (let index = 0; index < 60; index += 1)
      pairs.push(await harness.seed('groups', 2, { name: `Scanned ${index}` }));
    const found: number[][] = [];
    let part = await scan();
    const collect = () => {
      for (const { ID, dups } of part.posts_with_matches)
        found.push(...Object.values(dups).flatMap((equal) => equal.map((other) => [ID, other.ID])));
    };
    for (collect(); !part.reached_the_end; collect()) {
      expect(part.scanned % 100).toBe(0);
      part = await scan({ limit: part.scanned });
    }
    for (const pair of pairs)
      for (const expected of [pair, pair.toReversed()])
        expect(found.filter((each) => each.join() === expected.join())).toHaveLength(1);
    expect(part.scanned).toBe(await harness.documents.countDocuments({ postType: 'groups' }));
    expect(await scan({ limit: part.scanned })).toEqual({
      posts_with_matches: [],
      scanned: part.scanned,
      reached_the_end: true,
    });
  });

  const scanContacts = async (...ids: number[]) => {
    const input = { post_type: 'contacts' };
    const { posts_with_matches: found } = await harness.ask(recordsAllOfTypeDuplicates, input, dora);
    return found.filter(({ ID }) => ids.includes(ID));
  };

  test('shows equal values by the label of their field, with the status and channels of the record', async () => {
    const value = fresh();
    const name = `Same ${value}`;
    const access = { name, type: 'access', assigned_to: 3 };
    const first = await create({ ...access, ...phone(value), ...email('scan@x.test') }, dora);
    const second = await create({ ...access, ...phone(value.replaceAll(' ', '')) }, dora);
    const date = { timestamp: expect.stringMatching(/^\d+$/), formatted: expect.any(String) };
    expect(await scanContacts(first.ID)).toEqual([
      {
        ID: first.ID,
        post_title: name,
        post_date: date,
        last_modified: date,
        overall_status: expect.objectContaining({
          label: expect.any(String),
          color: expect.stringMatching(/^#/),
        }),
        info: expect.arrayContaining([
          expect.objectContaining({ key: expect.stringMatching(/^contact_phone_/), value }),
          expect.objectContaining({ key: expect.stringMatching(/^contact_email_/), value: 'scan@x.test' }),
        ]),
        dups: {
          Name: [{ ID: second.ID, post_title: name, field: 'post_title', value: name }],
          Phone: [{ ID: second.ID, post_title: name, field: 'contact_phone', value }],
        },
      },
    ]);
  });

  test('leaves out dismissed pairs, personal contacts and values that more than ten others have', async () => {
    const dismissed = fresh();
    const one = await create({ name: `A ${dismissed}`, type: 'access', ...phone(dismissed) });
    const other = await create({ name: `B ${dismissed}`, type: 'access', ...phone(dismissed) });
    await dismiss(one.ID, other.ID);
    const value = fresh();
    const personal = await create({ name: `Same ${value}`, type: 'personal' }, dora);
    const record = await create({ name: `Same ${value}`, type: 'access', ...email('one@all.test') }, dora);
    expect(await scanContacts(one.ID, other.ID, personal.ID)).toEqual([]);
    expect(await scanContacts(record.ID)).toHaveLength(1);
    const { _id: _id, ...like } = await harness.stored(record.ID);
    const copies = Array.from({ length: 11 }, (_none, index) => ({ ...like, _id: 6_000_000 + index }));
    await harness.documents.insertMany(copies);
    expect(await scanContacts(record.ID)).toEqual([]);
    await harness.documents.deleteMany({ _id: { $gte: 6_000_000 } });
  });

  test('is refused to users who see only records shared with them', async () => {
    const refused = { code: 'search_viewable_post', status: 403 };
    await expect(scan({}, mona)).rejects.toMatchObject(refused);
    await expect(scan({}, userActor(6, 'Nobody'))).rejects.toMatchObject(refused);
  });
});

describe('the check for an existing value', () => {
  test('returns only records that the caller can list', async () => {
    const value = fresh();
    const mine = await create({ name: 'Mine', ...phone(value) });
    const also = await create({ name: 'Also mine', ...phone(value.replaceAll(' ', '-')) });
    await create({ name: 'Somebody’s', ...phone(value) }, carl);
    await create({ name: 'Somebody’s too', ...phone(value) }, carl);
    const ours = [also.ID, mine.ID].sort((one, other) => other - one).map((id) => ({ post_id: String(id) }));
    expect(await holders('contact_phone', value)).toEqual(ours);
    expect(await holders('contact_phone', value, dora)).toHaveLength(4);
    expect(await holders('contact_phone', value, multiplier(7))).toEqual([]);
    expect(await holders('contact_email', value)).toEqual([]);
    expect(await holders('contact_phone', `${value}9`)).toEqual([]);
  });

  test('accepts numbers as text, and returns nothing without a channel or a value', async () => {
    const record = await create({ name: 'Numbered', ...phone('778811') });
    expect(await holders('contact_phone', 778_811)).toEqual([{ post_id: String(record.ID) }]);
    expect(await holders('contact_phone', ' ')).toEqual([]);
    for (const part of [{ field_value: '778811' }, { communication_channel: 'contact_phone' }]) {
      const asked = { post_type: 'contacts', ...part };
      expect(await harness.ask(recordsCheckFieldValueExists, asked, mona)).toEqual([]);
    }
  });

  const noChannels = ['contact_', 'nickname', 'fields.contact_phone', '$where'];
  test.each(noChannels)('is refused for %s, which is not a channel', async (channel) => {
    await expect(holders(channel, '1')).rejects.toMatchObject({ code: 'rest_invalid_param', status: 400 });
  });

  test('is refused to callers who cannot list the type, and to site links', async () => {
    const value = fresh();
    await create({ name: 'Stored', ...phone(value) });
    const refused = { code: 'rest_forbidden', status: 403 };
    const creator = userActor(3, 'Mona', ['create_contacts']);
    const form = siteLink('Form', ['create_contacts']);
    const updating = siteLink('Form', ['create_contacts', 'update_any_contacts']);
    for (const caller of [creator, form, updating])
      for (const asked of [value, fresh()])
        await expect(holders('contact_phone', asked, caller)).rejects.toMatchObject(refused);
    expect(await holders('contact_phone', '1', systemActor('test'))).toEqual([]);
  });
});
