import { beforeAll, expect, test } from '@jest/globals';
import { api, type Answer } from '../support/http.ts';
import { createLink, overHttps, transferTokenOf, type TestLink } from '../support/site-link.ts';
import { worldInCommon, type TestUser, type World } from '../support/world.ts';

const contacts = 'svc-posts/v2/contacts';

let world: World;
let ada: TestUser;

beforeAll(async () => {
  world = await worldInCommon();
  ada = await world.createUser({ role: 'administrator', displayName: 'Ada' });
});

const as = (link: TestLink) => overHttps(world, transferTokenOf(link));
const byAda = () => api(world, ada.token);
const idOf = ({ body }: Answer) => Number(body['ID']);

test('a link that creates gets only the ID and cannot read the created record', async () => {
  const link = await createLink(world, { label: 'Form of Ada' });
  const made = await as(link).post(contacts, {
    json: { name: 'From Link', contact_phone: [{ value: 'link-1' }] },
  });
  expect(made).toMatchObject({ status: 200, body: { ID: expect.any(Number) } });
  expect(Object.keys(made.body)).toEqual(['ID']);

  for (const [path, code] of [
    [`${contacts}/${idOf(made)}`, 'get_post'],
    [contacts, 'search_viewable_post'],
    [`${contacts}/compact`, 'get_viewable_compact'],
    [`${contacts}/${idOf(made)}/comments`, 'get_post_comments'],
    [`${contacts}/${idOf(made)}/activity`, 'get_post_activity'],
  ] as const)
    expect(await as(link).get(path)).toMatchObject({ status: 403, body: { code } });
  const update = await as(link).post(`${contacts}/${idOf(made)}`, { json: { name: 'Renamed' } });
  expect(update).toMatchObject({ status: 403, body: { code: 'update_post' } });
  expect(await as(link).post('svc-posts/v2/groups', { json: { name: 'x' } })).toMatchObject({
    status: 403,
  });
});

test('a link that updates gets only the ID, and its label is in history and comments', async () => {
  const link = await createLink(world, { label: 'Partner site', type: 'create_update_contacts' });
  const id = idOf(await as(link).post(contacts, { json: { name: 'Shared work' } }));
  const answer = await as(link).post(`${contacts}/${id}`, { json: { nickname: 'Nick' } });
  expect([answer.status, answer.body]).toEqual([200, { ID: id }]);
  const { body } = await byAda().get<{ activity: object[] }>(`${contacts}/${id}/activity`);
  const told = [
    { object_note: 'Created with site link: Partner site', name: 'Partner site' },
    { meta_key: 'nickname', name: 'Partner site' },
  ];
  for (const item of told) expect(body.activity).toContainEqual(expect.objectContaining(item));
  const comment = await as(link).post(`${contacts}/${id}/comments`, { json: { comment: 'Hello' } });
  expect(comment).toMatchObject({ status: 200, body: { comment_author: 'Partner site', user_id: '0' } });
  const favorite = await as(link).post(`${contacts}/${id}`, { json: { favorite: true } });
  expect(favorite).toMatchObject({ status: 400, body: { code: 'update_post_user_meta_fields' } });
  expect(await as(link).get(`${contacts}/${id}`)).toMatchObject({ status: 403, body: { code: 'get_post' } });
});

test('the fields of the type of a transfer token need no login', async () => {
  const json = { transfer_token: transferTokenOf(await createLink(world)) };
  const answer = await overHttps(world, undefined).post('svc-public/v2/contacts/settings_fields', { json });
  expect(answer).toMatchObject({ status: 200, body: { name: { type: 'text' }, sources: { default: {} } } });
});
