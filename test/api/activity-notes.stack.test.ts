import { beforeAll, expect, test } from '@jest/globals';
import { until } from '@svc/testing';
import { api, type Api } from '../support/http.ts';
import { worldInCommon, type TestUser } from '../support/world.ts';

type Fields = Readonly<Record<string, unknown>>;
type Item = Readonly<Record<'histid' | 'meta_key' | 'object_note' | 'avatar' | 'gravatar', string>>;

let ada: TestUser;
let http: Api;

beforeAll(async () => {
  const world = await worldInCommon();
  ada = await world.createUser({ role: 'administrator', displayName: 'Ada' });
  http = api(world, ada.token);
});

async function make(type: string) {
  const { body } = await http.post<{ ID: number; permalink: string }>(`svc-posts/v2/${type}`, {
    json: { name: 'Somebody' },
  });
  return { id: body.ID, path: `svc-posts/v2/${type}/${body.ID}`, link: `[Somebody](${body.permalink})` };
}

/** Reads until page and total agree: they are read separately, and writes that follow another one may happen in between. */
function itemsOf(path: string): Promise<Item[]> {
  return until(async () => {
    const { body } = await http.get<{ activity: Item[]; total: number }>(`${path}/activity`);
    expect(body.total).toBe(body.activity.length);
    return body.activity;
  });
}

/** The history items that a write adds, in the order in which they happened. */
async function newItems(path: string, json: Fields): Promise<Item[]> {
  const before = new Set((await itemsOf(path)).map(({ histid }) => histid));
  expect(await http.post(path, { json })).toMatchObject({ status: 200 });
  return (await itemsOf(path)).filter(({ histid }) => !before.has(histid));
}

// The notes for each field type are fixtures of that type (fields/conformance.test.ts).
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
    ['link_field_n_link_blog', 'a.example added to Blog links', 'link'],
  ],
  [
    'an entry of a channel by its key',
    { contact_phone: [{ key: 'contact_phone_1', value: '111' }] },
    ['contact_phone_1', 'Added Phone: 111', 'communication_channel'],
  ],
  ['no private field', { n_private: 'mine', favorite: true }],
  ['no hidden field', { n_hidden: 'out of sight' }],
])('the history shows a change: %s', async (_what, fields, ...notes) => {
  const { id, path } = await make('contacts');
  const items = await newItems(path, fields);
  expect(items).toEqual(
    notes.map(([meta_key, object_note, field_type]) => ({
      meta_key,
      object_note,
      field_type,
      avatar: expect.stringMatching(/^http/),
      gravatar: expect.stringMatching(/^http/),
      name: 'Ada',
      hist_time: expect.stringMatching(/^\d{10}$/),
      meta_id: expect.stringMatching(/^\d+$/),
      histid: expect.stringMatching(/^\d+$/),
    })),
  );
  for (const each of items) {
    expect(each.avatar).toBe(each.gravatar);
    expect((await http.get(`${path}/activity/${each.histid}`)).body).toMatchObject({
      ...each,
      action: 'field_update',
      object_type: 'contacts',
      object_id: String(id),
      user_id: String(ada.id),
      user_caps: 'administrator',
      hist_ip: '0',
      meta_parent: '0',
    });
  }
});

test('the history of a connection by a hidden field is at the other record only', async () => {
  const one = await make('contacts');
  const other = await make('trainings');
  // The creation is not shown.
  expect(await itemsOf(other.path)).toEqual([]);
  const connection = { n_hidden_trainings: { values: [{ value: other.id }] } };
  expect(await newItems(one.path, connection)).toEqual([]);
  const notes = (await itemsOf(other.path)).map((each) => each.object_note);
  expect(notes).toEqual([`Connected to Contact ${one.link}`]);
});
