import type { Scene } from '../scene.ts';

const set = (...values: unknown[]) => ({ values: values.map((value) => ({ value })) });
const point = (lng: number, lat: number) => ({ values: [{ lng, lat }] });

/** Values of all types that can be filtered; the private fields hold the same behind `my_`. */
const values = {
  alpha: {
    a_text: 'Apple',
    a_number: 5,
    a_flag: true,
    flag_on: true,
    an_option: 'one',
    a_user: '#mona',
    some_options: set('one', 'two'),
    some_tags: set('red', 'blue'),
    a_date: '2020-06-15',
    a_datetime: '2020-06-15 23:59:59',
    a_channel: [{ value: '+49 30 123' }],
    some_places: set(101),
  },
  beta: {
    a_text: 'apple pie',
    a_number: 5.5,
    a_flag: false,
    flag_on: false,
    an_option: 'two',
    a_user: '#carl',
    some_options: set('two'),
    some_tags: set('Red', 'red wine'),
    a_date: '2020-06-16',
    a_datetime: '2020-06-16 00:00:00',
    a_channel: [{ value: '4930 1234' }, { value: 'b@x.org' }],
    some_places: set(102),
  },
  gamma: {
    a_text: 'a.b*(c) ^d\nApple',
    a_number: 0,
    an_option: 'none',
    some_options: set('none'),
    some_tags: set('none', '*', '-red'),
    a_date: '1969-12-31',
    a_datetime: '2020-06-14 12:00:00',
    a_channel: [{ value: 'C@X.ORG' }],
    some_places: set(101, 200),
  },
  delta: { a_text: '', a_number: -7 },
};

type Name = keyof typeof values;

const mine = (name: Name) =>
  Object.fromEntries(Object.entries(values[name]).map(([key, value]) => [`my_${key}`, value]));

/** What only one of them has. */
const more: Readonly<Record<Name, object>> = {
  alpha: {
    name: 'Alpha Jones',
    post_date: '2020-06-15 23:59:59',
    boxes: set('#left'),
    my_a_textarea: 'A secret',
    a_textarea: 'The story of a cherry',
    a_link: { values: [{ type: 'web', value: 'cherry.org' }] },
    some_places_meta: point(5, 10),
  },
  beta: {
    name: 'Beta\nJónes',
    post_date: '2020-06-16 00:00:00',
    boxes: set('#left', '#right'),
    peers: set('#alpha'),
    some_places_meta: point(175, 10),
  },
  gamma: { name: 'Gamma (J.)', post_date: '2020-06-14 12:00:00', boxes: set('#right'), peers: set('#beta') },
  delta: { name: 'Delta', post_date: '2019-01-01' },
};

/** As long as a name may be to be of no use. */
const longName = `Empty ${'a'.repeat(3_000)}`;

/**
 * Makes what lists are asked of: of mona the items Alpha, Beta (which she shares with carl), Gamma, Delta (with values that are nearly none)
 * and Empty; and Hidden of carl, which has what Alpha has but for its user. Carl keeps in Beta what mona keeps in Alpha.
 */
export async function makeItems(scene: Scene): Promise<void> {
  const make = async (owner: 'mona' | 'carl', type: string, key: string, fields: object) => {
    const { body, status, text } = await scene
      .as(owner)
      .post(`svc-posts/v2/${type}`, { json: scene.fill(fields) });
    if (status !== 200) throw new Error(`${key}: ${text}`);
    scene.set(key, body['ID'] as number);
  };
  await make('mona', 'boxes', 'left', { name: 'Left' });
  await make('mona', 'boxes', 'right', { name: 'Right' });
  for (const name of ['alpha', 'beta', 'gamma', 'delta'] as const)
    await make('mona', 'items', name, { ...values[name], ...mine(name), ...more[name] });
  await make('mona', 'items', 'empty', { name: longName, post_date: '2018-01-01' });
  // Only who may view a record connects others with it.
  const share = (method: 'POST' | 'DELETE') =>
    scene.as('mona').request(method, scene.fill('svc-posts/v2/boxes/:left/shares'), {
      json: scene.fill({ user_id: '#carl' }),
    });
  await share('POST');
  await make('carl', 'items', 'hidden', {
    ...more.alpha,
    ...values.alpha,
    ...mine('alpha'),
    a_user: '#carl',
    name: 'Hidden Jones',
  });
  await share('DELETE');
  await scene.as('carl').post(scene.fill('svc-posts/v2/items/:beta'), { json: scene.fill(mine('alpha')) });
  await scene
    .as('mona')
    .post(scene.fill('svc-posts/v2/items/:beta/comments'), { json: { comment: 'A Green cucumber' } });
  await scene
    .as('carl')
    .post(scene.fill('svc-posts/v2/items/:hidden/comments'), { json: { comment: 'cucumber' } });
}

/** Contacts of mona: Kim, hers; Lou, carl's; Ted, with her own contact as an assistant; Nia, private; and of carl Otto, hidden. */
export async function makeContacts(scene: Scene): Promise<void> {
  const make = async (owner: 'mona' | 'carl', key: string, fields: object) => {
    const { body, status, text } = await scene
      .as(owner)
      .post('svc-posts/v2/contacts', { json: scene.fill(fields) });
    if (status !== 200) throw new Error(`${key}: ${text}`);
    scene.set(key, body['ID'] as number);
  };
  await make('mona', 'kim', {
    name: 'Kim',
    gender: 'male',
    overall_status: 'active',
    location_grid_meta: point(15, 10),
  });
  await make('mona', 'lou', { name: 'Lou', assigned_to: '#carl', overall_status: 'closed' });
  await make('mona', 'ted', {
    name: 'Ted',
    assigned_to: '',
    subassigned: set('#monascontact'),
    gender: 'female',
  });
  await make('mona', 'nia', { name: 'Nia', type: 'personal', requires_update: true });
  await make('carl', 'otto', { name: 'Otto', gender: 'male', overall_status: 'active' });
}
