import { expect, test } from '@jest/globals';
import { until } from '@svc/service-kit/testing';
import { api } from '../support/http.ts';
import { worldInCommon } from '../support/world.ts';

const contacts = 'svc-posts/v2/contacts';

test('the comments of two contacts that become one are together, and what happened to both is told of the one', async () => {
  const world = await worldInCommon();
  const http = api(world, (await world.createUser({ role: 'multiplier' })).token);
  const create = async (type: string, json: object) =>
    (await http.post<{ ID: number }>(`svc-posts/v2/${type}`, { json })).body.ID;
  const first = await create('contacts', { name: 'First' });
  const second = await create('contacts', { name: 'Second' });
  await http.post(`${contacts}/${first}/comments`, { json: { comment: 'on the first' } });
  await http.post(`${contacts}/${second}/comments`, { json: { comment: 'on the second' } });
  const members = { values: [{ value: second }] };
  const group = await create('groups', { name: 'Group', members });
  await http.post(`${contacts}/${second}`, { json: { nickname: 'Sec' } });

  const json = { primary_post_id: first, archiving_post_id: second, merge_comments: true, values: {} };
  const merged = await http.post(`${contacts}/merge`, { json });
  expect(merged.body).toMatchObject({ ID: first, groups: [{ ID: group }] });
  const commentsOn = async (id: number) => {
    const path = `${contacts}/${id}/comments`;
    const { body } = await http.get<{ comments: { comment_content: string }[] }>(path);
    return body.comments.map(({ comment_content: text }) => text).sort();
  };
  await until(async () => expect(await commentsOn(first)).toEqual(['on the first', 'on the second']));
  expect(await commentsOn(second)).toEqual([]);
  const { body } = await http.get<{ activity: { object_note: string }[] }>(`${contacts}/${first}/activity`);
  expect(body.activity.map((row) => row.object_note)).toContain('Nickname changed to Sec');
});
