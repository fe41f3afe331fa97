import { beforeAll, describe, expect, test } from '@jest/globals';
import { addComments, recordsCreate, recordsUpdate, type Fields } from '@svc/contracts';
import { commandsFor, until } from '@svc/testing';
import type { z } from 'zod';
import { connect, connectedClient, idsIn } from './testing/connected-client.ts';
import { mona, recordClient } from './testing/record-client.ts';
import { harnessOfSuite, withExtensions } from './testing/records-harness.ts';

const harness = harnessOfSuite({ settings: withExtensions('connected') });
let comments: Awaited<ReturnType<typeof commandsFor<AddInput, { ids: string[] }>>>;
const { create, update, get, expectNotCreated, expectRefused } = recordClient(harness);

type AddInput = z.infer<typeof addComments.input>;

beforeAll(async () => {
  comments = await commandsFor(harness.harness, addComments, { ids: [] });
});

/** The comments that were asked for, of one record. */
const commentsOn = (id: number) =>
  comments.inputs.filter(({ record_id: recordId }) => recordId === id).flatMap((input) => input.comments);

const byMona = { kind: 'user', user_id: 3, display_name: mona.displayName, email: mona.email };

describe('comments that come with a write', () => {
  test('the first comment of a new record is like any other, its notes are silent', async () => {
    const fields = { name: 'Noted', initial_comment: 'Hello <b>you</b>', notes: ['one', 'two'] };
    const before = Math.floor(Date.now() / 1000);
    const { ID: id, ...shown } = await create(fields);
    expect(shown).not.toHaveProperty('notes');
    expect((await harness.stored(id)).fields).not.toHaveProperty('notes');
    expect(commentsOn(id)).toMatchObject([
      { text: 'Hello you', silent: false, author: byMona },
      { text: 'one', silent: true, author: byMona },
      { text: 'two', silent: true, author: byMona },
    ]);
    for (const { date } of commentsOn(id)) expect(date).toBeGreaterThanOrEqual(before);
  });

  test('they carry the present name of the record, and its audience', async () => {
    const { ID: id } = await create({ name: 'Before', initial_comment: 'Hello', assigned_to: 4 });
    await update(id, { name: 'After', follow: { values: [{ value: 7 }] }, notes: ['later'] });
    const audience = { following: [3, 4], asking: [], unfollowing: [], assigned_to: 4, subassigned: [] };
    const inputs = comments.inputs.filter(({ record_id: recordId }) => recordId === id);
    expect(inputs).toMatchObject([
      { record_name: 'Before', audience },
      { record_name: 'After', audience: { ...audience, asking: [7] } },
    ]);
  });

  test('notes of an update are added, with and without other changes', async () => {
    const { ID: id } = await create({ name: 'Noted' });
    expect(await update(id, { nickname: 'n', notes: ['later'] })).toMatchObject({ nickname: 'n' });
    await update(id, { notes: ['again'] });
    expect(commentsOn(id).map(({ text, silent }) => [text, silent])).toEqual([
      ['later', true],
      ['again', true],
    ]);
  });

  test('the first comment of a silent create is silent', async () => {
    const input = { post_type: 'contacts', fields: { name: 'Quiet', initial_comment: 'psst' }, silent: true };
    const { ID: id } = await harness.ask(recordsCreate, input, mona);
    expect(commentsOn(id)).toMatchObject([{ text: 'psst', silent: true }]);
  });

  test.each([
    ['', []],
    [null, ['']],
  ])('an initial comment of %j and notes of %j add no comment', async (comment, notes) => {
    const { ID: id } = await create({ name: 'Plain', initial_comment: comment, notes });
    await update(id, { notes });
    expect(commentsOn(id)).toEqual([]);
  });

  test('a create is answered while comments is down, and its notes are written later', async () => {
    await comments.stop();
    const input = { post_type: 'contacts', fields: { name: 'Early', notes: ['late'] }, silent: false };
    const { ID: id } = await harness.harness.call(recordsCreate, input, mona, { milliseconds: 1_500 });
    expect(await get(id)).toMatchObject({ name: 'Early' });
    comments = await commandsFor(harness.harness, addComments, { ids: [] });
    await until(() => expect(commentsOn(id)).toMatchObject([{ text: 'late' }]));
  });
});

describe('invalid extras', () => {
  const tooLong = expect.stringContaining('131072 bytes');

  test.each<[what: string, extras: Fields, field: string, message: unknown]>([
    ['a note that is too long', { notes: ['x', 'é'.repeat(65_537)] }, 'notes', tooLong],
    ['a long first comment', { initial_comment: '&'.repeat(131_073) }, 'initial_comment', tooLong],
    ['too many notes', { notes: Array(1_001).fill('n') }, 'notes', expect.stringContaining('1000')],
  ])('%s: the create is refused without a trace', async (_what, extras, field, message) => {
    const asked = comments.inputs.length;
    const refused = { code: 'create_post', status: 400, message, data: { field } };
    await expectNotCreated(() => create({ name: 'Never', ...extras }), refused);
    expect(comments.inputs).toHaveLength(asked);
  });

  test.each([['initial_comment'], ['additional_meta']])('an update refuses %s', async (key) => {
    const { ID: id } = await create({ name: 'Before' });
    const error = { code: 'update_post', status: 400, data: { bad_fields: [key] } };
    await expectRefused(id, () => update(id, { [key]: 'x' }), error);
  });
});

describe('a record created from another', () => {
  const people = connectedClient(harness);
  const from = (id: unknown, connection?: string) => ({
    additional_meta: { created_from: id, ...(connection ? { add_connection: connection } : {}) },
  });

  test.each([
    ['the counterpart of the field', 'teams', 'child_teams', 'teams', 'parent_teams'],
    ['the same field when both ends are the same', 'people', 'friends', 'people', 'friends'],
    ['a field of another type', 'teams', 'members', 'people', 'teams'],
  ])('is connected by %s', async (_what, sourceType, connection, type, counterpart) => {
    const source = await people.create(sourceType, { name: 'Source' });
    const made = await people.create(type, { name: 'Made', ...from(source.ID, connection) });
    expect(idsIn(made[counterpart])).toEqual([source.ID]);
    expect(idsIn((await people.get(sourceType, source.ID))[connection])).toEqual([made.ID]);
  });

  test('is connected in addition to the connections of the request', async () => {
    const source = await people.create('people', { name: 'Source' });
    const other = await people.create('people', { name: 'Other' });
    const extras = from(String(source.ID), 'friends');
    const made = await people.create('people', { name: 'Made', friends: connect(other.ID), ...extras });
    expect(idsIn(made['friends'])).toEqual([other.ID, source.ID]);
  });

  test('gets the side effects of the connection, as from a connection in the request', async () => {
    const baptizer = await create({ name: 'Baptizer' });
    const made = await create({ name: 'Baptized', ...from(baptizer.ID, 'baptized') });
    expect(idsIn(made['baptized_by'])).toEqual([baptizer.ID]);
    expect(made).toMatchObject({ milestones: ['milestone_baptized'], baptism_generation: 1 });
  });

  test('is not connected when no field is named', async () => {
    const source = await create({ name: 'Source' });
    await create({ name: 'Made', ...from(source.ID) });
    expect((await harness.stored(source.ID)).version).toBe(1);
  });

  test.each<[what: string, meta: (id: number) => Fields, message: RegExp]>([
    ['no field', (id) => from(id, 'foes'), /add_connection must be a connection of people/],
    ['a field that is not a connection', (id) => from(id, 'rating'), /must be a connection of people/],
    ['a connection to another type', (id) => from(id, 'teams'), /must connect to people/],
    [
      'a record that does not exist',
      () => from(999_999, 'friends'),
      /created_from must be a record that you may view/,
    ],
  ])('by %s is refused, and nothing is written', async (_what, meta, message) => {
    const source = await people.create('people', { name: 'Source' });
    const data = { field: 'additional_meta' };
    const error = { code: 'create_post', status: 400, message: expect.stringMatching(message), data };
    await expectNotCreated(() => people.create('people', { name: 'Never', ...meta(source.ID) }), error);
    expect((await harness.stored(source.ID)).version).toBe(1);
  });
});

describe('an update that must not overwrite', () => {
  const storage = (id: number, fields: Fields) => {
    const input = { post_type: 'contacts', id, fields, silent: false, do_not_overwrite: true };
    return harness.ask(recordsUpdate, input, mona) as Promise<Fields>;
  };

  test('keeps present values and writes missing ones', async () => {
    const { ID: id } = await create({ name: 'Kept', nickname: 'first' });
    const after = await storage(id, { title: 'Changed', nickname: 'second', gender: 'male' });
    expect(after).toMatchObject({ name: 'Kept', nickname: 'first', gender: { key: 'male' } });
  });

  test('does not run rules for values that it does not write', async () => {
    const { ID: id } = await create({ name: 'Mine', assigned_to: 3 });
    const before = await harness.stored(id);
    await storage(id, { assigned_to: 7 });
    const { fields, sharedWith } = await harness.stored(id);
    expect({ fields, sharedWith }).toEqual({ fields: before.fields, sharedWith: before.sharedWith });
  });

  test('writes the side effects of a field that was empty, over present values', async () => {
    const { ID: id } = await create({ name: 'Called', seeker_path: 'none' });
    const after = await storage(id, { quick_button_no_answer: 1 });
    expect(after).toMatchObject({ quick_button_no_answer: 1, seeker_path: { key: 'attempted' } });
  });

  test('is refused for an invalid value of a field that it would keep', async () => {
    const { ID: id } = await create({ name: 'Wrong', gender: 'male' });
    const error = { code: 'update_post', status: 400, data: { field: 'gender' } };
    await expectRefused(id, () => storage(id, { gender: 5 }), error);
  });
});
