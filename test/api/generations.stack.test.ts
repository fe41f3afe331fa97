import { beforeAll, describe, expect, test } from '@jest/globals';
import { clientOf, type Fields } from '../client/sequences/client.ts';
import { api } from '../support/http.ts';
import { worldInCommon, type TestUser, type World } from '../support/world.ts';

let world: World;
let dora: TestUser;

beforeAll(async () => {
  world = await worldInCommon();
  dora = await world.createUser({ role: 'dispatcher', displayName: 'Dora' });
});

describe.each(['svc', 'dt'])('under %s', (prefix) => {
  test('a group has the tree of its generations', async () => {
    const by = clientOf(api(world, dora.token));
    const other = await world.createUser({ role: 'multiplier' });
    const groups = `${prefix}-posts/v2/groups`;
    const child = async (of: number | undefined, fields: Fields, client = by) => {
      const parents = of === undefined ? {} : { parent_groups: { values: [{ value: of }] } };
      return (await client.post(groups, { ...fields, ...parents }))['ID'] as number;
    };
    const first = await child(undefined, { name: 'First' });
    const second = await child(first, { name: 'Second' });
    await child(first, { name: 'Closed', group_status: 'inactive' });
    const third = await child(second, { name: 'Third' });
    await by.post(`${groups}/${first}`, { parent_groups: { values: [{ value: third }] } });
    const asked = {
      p2p_type: 'groups_to_groups',
      p2p_direction: 'to',
      post_type: 'groups',
      focus_id: first,
      gen_depth_limit: 100,
      show_archived: false,
      data_layers: { color: 'default-node-color', layers: [], show_icons_for_fields: [] },
      slug: 'personal',
    };
    const genmap = `${prefix}/v1/metrics/personal/genmap`;
    const node = { status: 'active', shared: 1, has_infinite_loop: false };
    expect(await by.post(genmap, asked)).toEqual({
      data_layers: [],
      genmap: {
        ...node,
        id: first,
        name: 'First',
        content: 'Gen 0',
        children: [
          {
            ...node,
            id: second,
            name: 'Second',
            content: 'Gen 1',
            children: [
              {
                ...node,
                id: third,
                name: 'Third',
                content: 'Gen 2',
                children: [],
                has_infinite_loop: true,
              },
            ],
          },
        ],
      },
    });
    const archived = await by.post<{ genmap: { children: Fields[] } }>(genmap, {
      ...asked,
      show_archived: true,
    });
    expect(archived.genmap.children.map(({ name }) => name)).toEqual(['Second', 'Closed']);
    // They may view the first and the third alone.
    for (const id of [first, third]) await by.post(`${groups}/${id}/shares`, { user_id: other.id });
    const shown = await clientOf(api(world, other.token)).post<{ genmap: { children: Fields[] } }>(
      genmap,
      asked,
    );
    expect(shown.genmap.children).toEqual([
      expect.objectContaining({
        id: 0,
        name: '',
        shared: 0,
        children: [expect.objectContaining({ name: 'Third' })],
      }),
    ]);
    const { token } = await world.createUser({ role: 'multiplier' });
    expect((await api(world, token).post(genmap, { json: asked })).body).toEqual({
      genmap: {},
      data_layers: [],
    });
    const unknown = await api(world, dora.token).post(genmap, { json: { ...asked, p2p_type: 'x' } });
    expect(unknown).toMatchObject({ status: 400, body: { code: 'rest_invalid_param' } });
  });
});
