import { expect, test } from '@jest/globals';
import { api } from '../support/http.ts';
import { worldInCommon } from '../support/world.ts';

const contacts = 'svc-posts/v2/contacts';

test('who is mentioned in a comment has the record shared, and who is mentioned in silence has not', async () => {
  const world = await worldInCommon();
  const mona = await world.createUser({ role: 'multiplier' });
  const otto = await world.createUser({ role: 'multiplier' });
  const asMona = api(world, mona.token);
  const sharedAfter = async (query: { silent: boolean }) => {
    const { body: made } = await asMona.post<{ ID: number }>(contacts, { json: { name: 'Shared' } });
    const comment = `What do you say, @[Otto](${otto.id})? And @[Nobody](99999999)?`;
    const path = `${contacts}/${made.ID}`;
    expect(await asMona.post(`${path}/comments`, { json: { comment }, query })).toMatchObject({
      status: 200,
    });
    // The comment waits a second for it at most.
    await world.settled();
    const { body } = await asMona.get<{ user_id: string }[]>(`${path}/shares`);
    return { id: made.ID, users: body.map(({ user_id: user }) => Number(user)) };
  };
  const { id, users } = await sharedAfter({ silent: false });
  expect(users).toEqual([mona.id, otto.id]);
  const { body } = await api(world, otto.token).get<{ posts: { ID: number }[] }>(contacts);
  expect(body.posts.map(({ ID }) => ID)).toContain(id);
  expect((await sharedAfter({ silent: true })).users).toEqual([mona.id]);
});
