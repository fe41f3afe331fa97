import { describe, expect, test } from '@jest/globals';
import { recordsUpdate, type Fields } from '@svc/contracts';
import { userActor } from '@svc/testing';
import { historyOf, mona, recordClient } from './testing/record-client.ts';
import { harnessOfSuite, multiplier } from './testing/records-harness.ts';

const harness = harnessOfSuite({ instances: 2 });
const { create, update, get, list, activityOf, notesOf, expectRefused, remove } = recordClient(harness);

const moment = (timestamp: number, formatted: string) => ({ timestamp: String(timestamp), formatted });

describe('creating', () => {
  test.each([
    ['as a text', 'access'],
    ['as a list of one', { values: [{ value: 'access' }] }],
    ['by its former key', 'media'],
    ['by its former key in a list of one', { values: [{ value: 'media' }] }],
    ['not at all', undefined],
  ])('sets the same defaults when the type is written %s', async (_how, type) => {
    expect(await create({ name: 'Typed', ...(type === undefined ? {} : { type }) })).toMatchObject({
      type: { key: 'access' },
      seeker_path: { key: 'none' },
      sources: ['personal'],
      assigned_to: { id: '3' },
    });
  });

  test.each(['contacts', 'groups'])(
    'does not assign %s to users who cannot access them',
    async (postType) => {
      const intake = userActor(95, 'Intake', [`create_${postType}`]);
      const record = await create({ name: 'Taken in' }, intake, postType);
      expect(record).toMatchObject({ name: 'Taken in' });
      expect(record).not.toHaveProperty('assigned_to');
      expect((await harness.stored(record.ID)).sharedWith).toEqual([95]);
    },
  );

  test('stores the creation date of an import, and the real time in the history', async () => {
    const before = Math.floor(Date.now() / 1000);
    const contact = await create({ name: 'Imported', nickname: 'old', post_date: '2001-02-03 04:05:06' });
    expect(contact).toMatchObject({
      post_date: moment(981_173_106, '2001-02-03'),
      created_date: moment(981_173_106, '2001-02-03'),
    });
    const { activity } = await activityOf(contact.ID);
    for (const item of activity) expect(Number(item.hist_time)).toBeGreaterThanOrEqual(before);
  });

  test('answers the record as it is read later, also with control and invalid characters', async () => {
    const odd = 'a\ud800b\t\u{1F600}é';
    const contact = await create({
      name: odd,
      nickname: odd,
      tags: { values: [{ value: odd }] },
      contact_phone: [{ value: odd, note: odd }],
      reason_closed: odd,
    });
    expect(await get(contact.ID)).toEqual(contact);
    expect(contact['nickname']).toBe('a\ufffdb\t\u{1F600}é');
  });

  test.each<[key: string, sent: unknown]>([
    ['post_date', ''],
    ['post_date', null],
    ...[1_000_000_000, '', null, 'long ago'].map((sent) => ['last_modified', sent] as [string, unknown]),
  ])('sets the present time when %s is written as %j', async (key, sent) => {
    const started = Math.floor(Date.now() / 1000);
    const { ID: id } = await create({ name: 'x', [key]: sent });
    const change = { nickname: 'y', ...(key === 'last_modified' ? { [key]: sent } : {}) };
    for (const read of [await get(id), await update(id, change)])
      expect(Number((read[key] as Fields)['timestamp'])).toBeGreaterThanOrEqual(started);
  });
});

describe('updating', () => {
  test('refuses a write based on another version of the record', async () => {
    const { ID: id } = await create({ name: 'Read' });
    const fields = { nickname: 'n' };
    const write = (version: number) =>
      harness.ask(recordsUpdate, { post_type: 'contacts', id, fields, silent: true, version }, mona);
    const conflict = { code: 'write_conflict', status: 409 };
    await expectRefused(id, () => write(2), conflict);
    expect(await write(1)).toMatchObject(fields);
    await expectRefused(id, () => write(1), conflict);
    const tagged = (...versions: number[]) => {
      const input = { post_type: 'contacts', id, fields, silent: true, if_match: versions };
      return harness.ask(recordsUpdate, input, mona);
    };
    await expectRefused(id, () => tagged(1), { code: 'precondition_failed', status: 412 });
    expect(await tagged(1, 2)).toMatchObject(fields);
  });

  test('changes the creation date but does not clear it, and sets the modification date itself', async () => {
    const { ID: id } = await create({ name: 'Dated' });
    const started = Math.floor(Date.now() / 1000);
    const after = await update(id, { post_date: '2018-01-02', last_modified: 1_000_000_000 });
    expect(after['post_date']).toEqual(moment(1_514_851_200, '2018-01-02'));
    expect(Number((after['last_modified'] as Fields)['timestamp'])).toBeGreaterThanOrEqual(started);
    expect(await notesOf(id)).toContain('Creation Date: {1514851200}');
    for (const empty of ['', null]) {
      const error = { code: 'update_post', status: 400, data: { field: 'post_date' } };
      await expectRefused(id, () => update(id, { post_date: empty }), error);
    }
  });

  test('notes a text in the history in one line without markup', async () => {
    const { ID: id } = await create({ name: 'Noted' });
    await update(id, { nickname: 'one\n  <b>two</b>\r\nthree' });
    expect(await notesOf(id)).toContain('Nickname changed to one two three');
  });

  test('refuses a record that is larger than the maximum', async () => {
    const { ID: id } = await create({ name: 'Growing' });
    const more = (round: number) => ({
      contact_other: Array.from({ length: 14 }, (_, n) => ({ value: `${round} ${n}`.padEnd(60_000) })),
    });
    await update(id, more(1));
    await update(id, more(2));
    const message = 'The record would be larger than the maximum of 2 MB; remove some of its values first.';
    await expectRefused(id, () => update(id, more(3)), { code: 'update_post', status: 400, message });
  });

  test('omits only the large values from events that would be too large', async () => {
    const values = Array.from({ length: 900 }, (_, index) => ({ value: `${index}`.padEnd(400) }));
    const { ID: id } = await create({ name: 'Stepping' });
    const milestones = { values: [{ value: 'milestone_has_bible' }] };
    await update(id, { tags: { values }, milestones, requires_update: true, nickname: 'é'.repeat(600) });
    const event = (await harness.eventsOf(id, 2))[1];
    expect(event?.data).toMatchObject({
      truncated: true,
      changed: {
        tags: { added: [], removed: [] },
        milestones: { added: ['milestone_has_bible'], removed: [] },
        requires_update: { after: true },
        nickname: { added: [], removed: [] },
      },
    });
  });

  test('succeeds or is refused while another user deletes the record', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { ID: id } = await create({ name: 'Contested' });
      const writes = Array.from({ length: 6 }, (_, index) =>
        update(id, { tags: { values: [{ value: `t${index}` }] } }),
      );
      const removal = remove(id);
      const outcomes = await Promise.allSettled(writes);
      expect(await removal).toBe(true);
      const done = outcomes.filter(({ status }) => status === 'fulfilled');
      for (const outcome of outcomes)
        if (outcome.status === 'rejected')
          expect(outcome.reason).toMatchObject({ code: 'update_post', status: 403 });
      const events = await harness.eventsOf(id, done.length + 2);
      expect(events.filter(({ type }) => type === 'svc.record.deleted')).toHaveLength(1);
      const rows = await harness.activity.find({ recordId: id }).lean();
      expect(rows.map(({ action }) => action)).toEqual(['record_deleted']);
    }
  });
});

test('a list refuses a page that is too large, and answers an offset past every record', async () => {
  const collector = multiplier(62);
  const { ID } = await create({ name: 'Large' }, collector);
  const large = { ...(await harness.stored(ID)), fields: { nickname: 'x'.repeat(1_900_000) } };
  const copies = Array.from({ length: 20 }, (_, index) => ({ ...large, _id: 5_000_000 + index }));
  await harness.documents.insertMany(copies);
  await expect(list({}, collector)).rejects.toMatchObject({
    code: 'search_viewable_post',
    status: 400,
    message: expect.stringContaining('fields_to_return'),
  });
  expect((await list({ fields_to_return: ['gender'] }, collector)).posts).toHaveLength(21);
  for (const offset of ['99999999999999999999', 1e300, Number.MAX_SAFE_INTEGER])
    expect(await list({ offset }, collector)).toMatchObject({ posts: [], total: 21, next_cursor: null });
  const longest = { number: Number.MAX_SAFE_INTEGER, offset: Number.MAX_SAFE_INTEGER };
  const { activity } = await historyOf(harness, { post_type: 'contacts', id: ID, ...longest }, collector);
  expect(activity).toEqual([]);
});
