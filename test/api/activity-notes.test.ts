import { beforeAll, describe, expect, test } from '@jest/globals';
import { until } from '@svc/service-kit/testing';
import { api, type Api } from '../support/http.ts';
import { worldInCommon, type TestUser } from '../support/world.ts';

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

let ada: TestUser;
let carl: TestUser;
let http: Api;

beforeAll(async () => {
  const world = await worldInCommon();
  ada = await world.createUser({ role: 'administrator', displayName: 'Ada' });
  carl = await world.createUser({ role: 'multiplier', displayName: 'Carl' });
  http = api(world, ada.token);
});

const path = ({ type, id }: Pick<Made, 'type' | 'id'>, rest = '') => `svc-posts/v2/${type}/${id}${rest}`;

async function make(type: string, fields: Fields = {}): Promise<Made> {
  const json = { name: 'Somebody', ...fields };
  const { status, body } = await http.post<{ ID: number; permalink: string }>(`svc-posts/v2/${type}`, {
    json,
  });
  expect([status, body]).toEqual([200, body]);
  return { type, id: body.ID, link: `[Somebody](${body.permalink})` };
}

async function update(record: Made, fields: Fields): Promise<void> {
  const { status, body } = await http.post(path(record), { json: fields });
  expect([status, body]).toEqual([200, body]);
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

const item = (metaKey: string, note: string, type: string) => ({
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

test.each<[what: string, write: Fields, ...(readonly [key: string, note: string, type: string])[]]>([
  ['the name by its title', { title: 'Titled' }, ['name', 'Name changed to Titled', 'text']],
  [
    'the places beside points of a field that is hidden',
    { location_grid_meta: { values: [{ lng: 35, lat: 5, label: 'Harbour' }] } },
    ['location_grid', 'Place 200 added to locations', 'location'],
  ],
  [
    'a link by its type',
    { n_link: { values: [{ type: 'blog', value: 'a.example' }] } },
    ['n_link_blog', 'a.example added to Blog links', 'link'],
  ],
  [
    'an entry of a channel by its key',
    { contact_phone: [{ key: 'contact_phone_1', value: '111' }] },
    ['contact_phone_1', 'Added Phone: 111', 'communication_channel'],
  ],
  ['nothing that is private', { n_private: 'mine', favorite: true }],
  ['nothing of a field that is hidden', { n_hidden: 'out of sight' }],
  ['nothing of who follows', { follow: { values: [{ value: '1' }] } }],
  ['nothing of tasks', { tasks: { values: [{ value: 'Call', date: '2030-01-01' }] } }],
])('a change is told: %s', async (_what, fields, ...notes) => {
  const record = await make('contacts');
  const items = await newItems(record, () => update(record, fields));
  expect(items).toEqual(notes.map((note) => item(...note)));
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

describe('a connection is told on both records:', () => {
  const adding = (id: number) => ({ values: [{ value: id }] });
  const removing = (id: number) => ({ values: [{ value: id, delete: true }] });
  /** Others are counted, are a step of faith, or bring another connection with them. */
  const ofConnection = (key: string, items: readonly Item[]) =>
    items.filter(({ meta_key: metaKey }) => metaKey === key);

  test('in the words of its key, at each end', async () => {
    const key = 'contacts_to_groups';
    const contact = await make('contacts');
    const group = await make('groups');
    const expectNotes = async (change: object, onContact: string, onGroup: string) => {
      let theirs: Item[] = [];
      const ours = await newItems(contact, async () => {
        theirs = await newItems(group, () => update(contact, { groups: change }));
      });
      const [one, ...more] = ofConnection(key, ours);
      const [other, ...others] = ofConnection(key, theirs);
      expect([one, ...more]).toEqual([item(key, onContact, 'connection')]);
      expect([other, ...others]).toEqual([item(key, onGroup, 'connection')]);
      expect(one?.meta_id).toBe(other?.meta_id);
    };
    const { link } = contact;
    await expectNotes(adding(group.id), `Added to group ${group.link}`, `${link} added to members`);
    await expectNotes(removing(group.id), `Removed from group ${group.link}`, `Removed ${link} from group`);
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
  const about = (note: string) => item('', note, '');

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
