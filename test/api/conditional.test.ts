import { expect, test } from '@jest/globals';
import { api } from '../support/http.ts';
import { worldInCommon } from '../support/world.ts';

const contacts = 'svc-posts/v2/contacts';

test('who has read an earlier version writes nothing, and who has read this one does', async () => {
  const world = await worldInCommon();
  const mona = api(world, (await world.createUser({ role: 'multiplier' })).token);
  const { ID } = (await mona.post(contacts, { json: { name: 'Mary', nickname: 'One' } })).body;
  const path = `${contacts}/${ID as number}`;
  const tagNow = async () => (await mona.get(path)).headers.get('etag') ?? '';
  const update = (nickname: string, tag: string) =>
    mona.post(path, { json: { nickname }, headers: { 'If-Match': tag } });

  const first = await tagNow();
  expect(await tagNow()).toBe(first);
  expect((await update('Two', first)).status).toBe(200);
  expect(await update('Three', first)).toMatchObject({
    status: 412,
    body: { code: 'precondition_failed', data: { status: 412 } },
  });
  const { body } = await mona.get(path);
  expect(body['nickname']).toBe('Two');
  expect((await update('Four', `${first}, ${await tagNow()}`)).status).toBe(200);
  expect((await update('Five', '*')).status).toBe(200);
});
