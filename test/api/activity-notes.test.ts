import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { recordsImportLocations } from '@svc/contracts';
import { until } from '@svc/service-kit/testing';
import { fieldTypes } from '../../services/records/src/fields/index.ts';
import { gridRows } from '../support/grid.ts';
import { api, type Api } from '../support/http.ts';
import { openWorld, type TestUser, type World } from '../support/world.ts';
import { connectionRows } from './activity-notes/connection-rows.ts';
import { fieldChanges, unwritten, type Told } from './activity-notes/field-rows.ts';

type Fields = Readonly<Record<string, unknown>>;

interface Item {
  meta_key: string;
  avatar: string;
  gravatar: string;
  name: string;
  object_note: string;
  hist_time: string;
  meta_id: string;
  histid: string;
  field_type: string;
}

interface Made {
  type: string;
  id: number;
  /** As notes name it. */
  link: string;
}

let world: World;
let ada: TestUser;
let carl: TestUser;
let http: Api;

beforeAll(async () => {
  world = await openWorld({
    instances: { search: 0 },
    env: { EXTENSIONS: join(import.meta.dirname, '../support/noted-fields.ts') },
  });
  await world.ask(recordsImportLocations, { rows: [...gridRows] });
  ada = await world.createUser({ role: 'administrator', displayName: 'Ada' });
  carl = await world.createUser({ role: 'multiplier', displayName: 'Carl' });
  http = api(world, ada.token);
});

afterAll(() => world?.close());

const path = ({ type, id }: Pick<Made, 'type' | 'id'>, rest = '') => `svc-posts/v2/${type}/${id}${rest}`;

async function make(type: string, fields: Fields = {}): Promise<Made> {
  const json = filled({ name: 'Somebody', ...fields });
  const { status, body } = await http.post<{ ID: number; permalink: string }>(`svc-posts/v2/${type}`, {
    json,
  });
  expect([status, body]).toEqual([200, body]);
  return { type, id: body.ID, link: `[Somebody](${body.permalink})` };
}

async function update(record: Made, fields: Fields): Promise<void> {
  const { status, body } = await http.post(path(record), { json: filled(fields) });
  expect([status, body]).toEqual([200, body]);
}

/** With the id of Carl in place of their name. */
function filled(fields: Fields): Fields {
  return JSON.parse(JSON.stringify(fields).replaceAll('"#carl"', String(carl.id))) as Fields;
}

/** The page and the total are read one beside the other: what follows a write, as new generations, may come in between. */
function itemsOf(record: Made): Promise<Item[]> {
  return until(async () => {
    const { body } = await http.get<{ activity: Item[]; total: number }>(path(record, '/activity'));
    expect(body.total).toBe(body.activity.length);
    return body.activity;
  });
}

/** The items of a record that come by a piece of work, in the order in which they happened. */
async function newItems(record: Made, work: () => Promise<unknown>): Promise<Item[]> {
  const before = new Set((await itemsOf(record)).map(({ histid }) => histid));
  await work();
  return (await itemsOf(record)).filter(({ histid }) => !before.has(histid));
}

const item = ([metaKey, note, type]: Told) => ({
  meta_key: metaKey,
  avatar: expect.stringMatching(/^http/),
  gravatar: expect.stringMatching(/^http/),
  name: 'Ada',
  object_note: note,
  hist_time: expect.stringMatching(/^\d{10}$/),
  meta_id: expect.stringMatching(/^\d+$/),
  histid: expect.stringMatching(/^\d+$/),
  field_type: type,
});

describe('a change of a field is told:', () => {
  test.each(fieldChanges)('$what', async ({ from = {}, write, notes }) => {
    const record = await make('contacts', from);
    const { body: read } = await http.get(path(record));
    const fields = typeof write === 'function' ? write(read) : write;
    const items = await newItems(record, () => update(record, fields));
    expect(items).toEqual(notes.map(item));
    for (const each of items) {
      expect(each.avatar).toBe(each.gravatar);
      const { body } = await http.get<Item>(path(record, `/activity/${each.histid}`));
      expect(body).toMatchObject({
        ...each,
        action: 'field_update',
        object_type: 'contacts',
        object_id: String(record.id),
        user_id: String(ada.id),
        user_caps: 'administrator',
        hist_ip: '0',
        meta_parent: '0',
      });
    }
  });

  test('of every type', () => {
    const tried = new Set(
      fieldChanges.flatMap(({ what, notes }) => [...notes.map(([, , type]) => type), what]),
    );
    const missing = [...fieldTypes.values()]
      .map(({ name }) => name)
      .filter((name) => !unwritten.includes(name) && ![...tried].some((word) => word.startsWith(name)))
      .filter((name) => name !== 'post_user_meta');
    expect(missing).toEqual([]);
  });
});

interface Declared {
  type: string;
  p2p_key?: string;
  p2p_direction?: string;
}

/** The field of a type for the connections with a key at one end; undefined when it has none. */
async function fieldFor(type: string, key: string, end: 'from' | 'to'): Promise<string | undefined> {
  const { body } = await http.get<{ fields: Record<string, Declared> }>(`svc-posts/v2/${type}/settings`);
  const found = Object.entries(body.fields).find(
    ([, field]) => field.p2p_key === key && [end, 'any'].includes(field.p2p_direction ?? 'from'),
  );
  return found?.[0];
}

const adding = (id: number) => ({ values: [{ value: id }] });
const removing = (id: number) => ({ values: [{ value: id, delete: true }] });

describe('a connection is told on both records:', () => {
  /** Items of one connection alone: some are counted, are a step of faith, or bring another one with them. */
  const ofConnection = (key: string, items: readonly Item[]) =>
    items.filter(({ meta_key: metaKey }) => metaKey === key);

  test.each(connectionRows)('$key', async ({ key, from, to, onFrom, onTo }) => {
    const one = await make(from);
    const other = await make(to);
    const field = await fieldFor(from, key, 'from');
    const opposite = await fieldFor(to, key, 'to');
    const say = (note: string) => note.replaceAll('{from}', one.link).replaceAll('{to}', other.link);
    const expectNotes = async (work: () => Promise<unknown>, place: 0 | 1) => {
      let onOther: Item[] = [];
      const onOne = await newItems(one, async () => {
        onOther = await newItems(other, work);
      });
      const ours = ofConnection(key, onOne);
      const theirs = ofConnection(key, onOther);
      expect(ours).toEqual([item([key, say(onFrom[place]), 'connection'])]);
      expect(theirs).toEqual([item([key, say(onTo[place]), 'connection'])]);
      expect(ours[0]?.meta_id).toBe(theirs[0]?.meta_id);
    };
    if (!field) throw new Error(`${from} has no field for ${key}`);
    await expectNotes(() => update(one, { [field]: adding(other.id) }), 0);
    await expectNotes(() => update(one, { [field]: removing(other.id) }), 1);
    if (!opposite) return;
    await expectNotes(() => update(other, { [opposite]: adding(one.id) }), 0);
    await expectNotes(() => update(other, { [opposite]: removing(one.id) }), 1);
  });

  test('with every key that a type of records has', async () => {
    const types = ['contacts', 'groups', 'peoplegroups', 'trainings'];
    const settings = await Promise.all(
      types.map((type) => http.get<{ fields: Record<string, Declared> }>(`svc-posts/v2/${type}/settings`)),
    );
    const keys = settings.flatMap(({ body }) =>
      Object.values(body.fields).flatMap(({ p2p_key: key }) => key ?? []),
    );
    const known = new Set(connectionRows.map(({ key }) => key));
    expect([...new Set(keys)].filter((key) => !known.has(key))).toEqual(['contacts_to_hidden_trainings']);
  });

  test('with a record that is gone by its number', async () => {
    const one = await make('contacts');
    const other = await make('groups');
    await update(one, { groups: adding(other.id) });
    const items = await newItems(one, () => http.delete(path(other)));
    expect(ofConnection('contacts_to_groups', items).map((each) => each.object_note)).toEqual([
      `Removed from group #${other.id}`,
    ]);
    const notes = (await itemsOf(one)).map((each) => each.object_note);
    expect(notes).toContain(`Added to group #${other.id}`);
  });

  test('not in a field that is hidden', async () => {
    const one = await make('contacts');
    const other = await make('trainings');
    const connect = () => update(one, { n_hidden_trainings: adding(other.id) });
    expect(await newItems(one, connect)).toEqual([]);
    const notes = (await itemsOf(other)).map((each) => each.object_note);
    expect(notes).toEqual([`Connected to Contact ${one.link}`]);
  });
});

describe('what is no value is told:', () => {
  const about = (note: string) => item(['', note, '']);

  test('whom a record is shared with', async () => {
    const record = await make('contacts');
    const sending = { json: { user_id: carl.id } };
    const shared = await newItems(record, () => http.post(path(record, '/shares'), sending));
    expect(shared).toEqual([about('Shared with Carl')]);
    expect(shared[0]?.meta_id).toBe('0');
    const unshared = await newItems(record, () => http.delete(path(record, '/shares'), sending));
    expect(unshared).toEqual([about('Unshared with Carl')]);
  });

  test('that a contact was taken, or was given back', async () => {
    const record = await make('contacts');
    const notes = async (accept: boolean) =>
      (await newItems(record, () => http.post(path(record, '/accept'), { json: { accept } }))).map(
        (each) => each.object_note,
      );
    expect(await notes(true)).toContain('Ada accepted assignment');
    expect(await notes(false)).toContain('Ada declined assignment');
  });

  test('not that a record was created, nor the name that it got', async () => {
    const record = await make('trainings');
    expect(await itemsOf(record)).toEqual([]);
  });

  test('not that it was viewed or commented on', async () => {
    const record = await make('contacts');
    const items = await newItems(record, async () => {
      await http.get(path(record));
      await http.post(path(record, '/comments'), { json: { comment: 'Said' } });
    });
    expect(items).toEqual([]);
  });
});

test('one item of another record, or of none, is an empty list', async () => {
  const one = await make('contacts');
  const other = await make('contacts');
  const [{ histid } = { histid: '0' }] = await itemsOf(other);
  for (const id of [histid, '999999999']) {
    const { status, body } = await http.get(path(one, `/activity/${id}`));
    expect([status, body]).toEqual([200, []]);
  }
});
