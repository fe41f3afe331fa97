import { beforeAll, expect, test } from '@jest/globals';
import { until } from '@svc/testing';
import { runAdmin } from '../support/admin-tool.ts';
import { api, make, type Api } from '../support/http.ts';
import { type World, worldInCommon } from '../support/world.ts';

const contacts = 'svc-posts/v2/contacts';

let world: World;
let mona: Api;

beforeAll(async () => {
  world = await worldInCommon();
  mona = api(world, (await world.createUser({ role: 'multiplier' })).token);
});

const create = (fields: object) => make(mona, contacts, fields);

const duplicatesOf = async (id: number) => {
  const path = `${contacts}/${id}/all_duplicates`;
  const { body, headers } = await mona.get<{ ID: number; points: number }[]>(path);
  return { found: body.map(({ ID, points }) => [ID, points]), warning: headers.get('warning') };
};

test('duplicates are found by equal and similar values of the chosen fields, with and without search', async () => {
  const name = 'Bartholomew Quill';
  const id = await create({ name, contact_phone: [{ value: '0151 4711' }] });
  const namesake = await create({ name });
  const phone = await create({ name: 'Somebody', contact_phone: [{ value: '01514711' }] });
  const longer = await create({ name: `${name} the younger` });
  const mistyped = await create({ name: 'Bartolomew Quill' });
  const shorter = await create({ name: 'Bartholomew' });
  const equal = [
    [phone, 4],
    [namesake, 4],
  ];
  const similar = [shorter, mistyped, longer].map((each) => [each, 1]);
  const foundWithSearch = () =>
    until(async () =>
      expect(await duplicatesOf(id)).toEqual({ found: [...equal, ...similar], warning: null }),
    );
  await foundWithSearch();

  await runAdmin(world, 'duplicates', 'fields', 'set', 'contacts', 'contact_phone');
  await until(async () => expect((await duplicatesOf(id)).found).toEqual([[phone, 4]]));
  const state = JSON.parse(await runAdmin(world, 'duplicates', 'fields', 'clear', 'contacts', '--json')) as {
    post_types: { post_type: string; fields: string[] }[];
  };
  const of = state.post_types.find(({ post_type: key }) => key === 'contacts');
  expect(of?.fields).toEqual(expect.arrayContaining(['name', 'contact_phone']));

  await world.services.find(({ service }) => service === 'search')?.kill('SIGKILL');
  await until(async () =>
    expect(await duplicatesOf(id)).toEqual({
      found: [...equal, [shorter, 1]],
      warning: '199 - "The search is not available; possible duplicates with similar names may be missing."',
    }),
  );
  // Other suites of this world find search where it was.
  await foundWithSearch();
});
