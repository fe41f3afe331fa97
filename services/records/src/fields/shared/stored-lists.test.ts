import { expect, test } from '@jest/globals';
import { userActor } from '@svc/service-kit/testing';
import { recordClient } from '../../testing/record-client.ts';
import { harnessOfSuite } from '../../testing/records-harness.ts';

const harness = harnessOfSuite({
  settings: { EXTENSIONS: new URL('../testing/lists-extension.ts', import.meta.url).pathname },
});
const client = recordClient(harness);
const capabilities = ['access_lists', 'create_lists', 'view_any_lists', 'update_any_lists'];
const mona = userActor(3, 'User 3', capabilities);
const otto = userActor(4, 'User 4', capabilities);
const create = (fields: object) => client.create({ title: 'A', ...fields }, mona, 'lists');
const update = (id: number, fields: Record<string, unknown>, caller = mona) =>
  client.update(id, fields, caller, 'lists');
const get = (id: number, caller = mona) => client.get(id, caller, 'lists');

const hostile = JSON.parse('{"$set":{"a.b":1},"__proto__":{"x":1},"":null,"_bsontype":"Long"}') as unknown;

test('data whose keys the database would take for its own comes back as it was sent', async () => {
  const { ID } = await create({ data: hostile, todo: { values: [{ value: hostile }] } });
  const read = await get(ID);
  expect(JSON.stringify(read['data'])).toBe(JSON.stringify(hostile));
  expect(JSON.stringify((read['todo'] as { value: unknown }[])[0]?.value)).toBe(JSON.stringify(hostile));
  expect(await update(ID, { data: [1, [2]] })).toMatchObject({ data: [1, [2]] });
  expect(await update(ID, { data: null })).not.toHaveProperty('data');
});

test('tasks, reminders and private links are their writer’s alone, and refuse what is not theirs', async () => {
  const value = { values: [{ value: 'secret', date: '2030-01-02' }] };
  const links = { values: [{ type: 'blog', value: 'secret' }] };
  const { ID } = await create({ todo: value, reminders: value, own_links: links });
  const own = await get(ID);
  const [task] = own['todo'] as { id: string }[];
  const shape = { id: expect.any(String), value: 'secret', date: '2030-01-02 00:00:00', category: null };
  expect(own).toMatchObject({ todo: [shape], reminders: [shape], own_links: [{ value: 'secret' }] });
  for (const key of ['todo', 'reminders', 'own_links']) expect(await get(ID, otto)).not.toHaveProperty(key);
  const write = { name: 'Changed', todo: { values: [{ id: task?.id, delete: true }] } };
  await client.expectRefused(ID, () => update(ID, write, otto), {
    code: 'update_post_user_meta_fields',
    message: `A field for key todo with id ${task?.id} was not found for this user on this post`,
  });
  expect(await get(ID)).toMatchObject({ todo: [shape] });
  expect(await update(ID, write)).not.toHaveProperty('todo');
  expect(JSON.stringify(await harness.stored(ID))).not.toMatch(/secret/);
});
