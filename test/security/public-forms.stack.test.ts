import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { api, done, make, type Api } from '../support/http.ts';
import { createLink, overHttps, transferTokenOf } from '../support/site-link.ts';
import { type TestUser, type World, worldInCommon } from '../support/world.ts';

type Fields = Record<string, unknown>;

const contacts = 'svc-posts/v2/contacts';

let world: World;
let owner: TestUser;
let byOwner: Api;
/** A public form, through which anybody writes, and another one. */
let form: Api;
let other: Api;

beforeAll(async () => {
  world = await worldInCommon();
  owner = await world.createUser({ role: 'administrator' });
  byOwner = api(world, owner.token);
  [form, other] = await Promise.all([linked('create_contacts'), linked('create_contacts')]);
});

async function linked(type: string): Promise<Api> {
  const sites = { site1: 'records.example.org', site2: `${randomUUID()}.example.org` };
  return overHttps(world, transferTokenOf(await createLink(world, { type, ...sites })));
}

const values = (value: unknown) => ({ values: [{ value }] });

/** The values that an attacker plants: the next message to the contact goes to them. */
const planted = () => ({
  contact_email: [{ value: `mallory-${randomUUID()}@example.test` }],
  tags: values('planted'),
  baptism_date: '2001-01-01',
  nickname: 'Planted',
  quick_button_meeting_complete: 7,
});

async function send(by: Api, json: Fields, path = contacts): Promise<number> {
  const query = { check_for_duplicates: 'contact_phone,contact_email,name' };
  const body = await done(by.post(path, { json: { name: 'Sent', ...json }, query }));
  expect(Object.keys(body)).toEqual(['ID']);
  return Number(body['ID']);
}

const read = async (id: number) => done(byOwner.get(`${contacts}/${id}`));

async function commentsOn(id: number): Promise<string[]> {
  await world.settled();
  const { comments } = await done(
    byOwner.get<{ comments: { comment_content: string }[] }>(`${contacts}/${id}/comments`),
  );
  return comments.map(({ comment_content: text }) => text);
}

let phone: { contact_phone: { value: string }[] };

beforeEach(() => {
  phone = { contact_phone: [{ value: `+1 ${randomUUID()}` }] };
});

/** How contacts with the telephone number came about that the attacker knows. */
const targets: readonly [string, () => Promise<number>][] = [
  ['a user has created', () => make(byOwner, contacts, { name: 'Held', type: 'access', ...phone })],
  ['another form has sent', () => send(other, phone)],
  [
    'a form has sent and a user has changed',
    async () => {
      const id = await send(form, phone);
      await done(byOwner.post(`${contacts}/${id}`, { json: { gender: 'female' } }));
      return id;
    },
  ],
  [
    'a form has sent and a user has shared',
    async () => {
      const id = await send(form, phone);
      const { id: user_id } = await world.createUser({ role: 'multiplier' });
      await done(byOwner.post(`${contacts}/${id}/shares`, { json: { user_id } }));
      return id;
    },
  ],
  [
    'a form has sent and a user has connected',
    async () => {
      const id = await send(form, phone);
      await make(byOwner, contacts, { name: 'Friend', relation: values(id) });
      return id;
    },
  ],
  [
    'a form has sent and another link has updated',
    async () => {
      const id = await send(form, phone);
      await done(
        (await linked('create_update_contacts')).post(`${contacts}/${id}`, { json: { age: '<19' } }),
      );
      return id;
    },
  ],
];

describe.each(targets)('a contact that %s', (_how, makeTarget) => {
  test('gets no values from a form, which creates a record of its own with a hint', async () => {
    const target = await makeTarget();
    const before = await read(target);
    const said = await commentsOn(target);
    const id = await send(form, { ...phone, ...planted(), type: 'access', notes: ['Planted'] });
    expect(id).not.toBe(target);
    expect(await read(target)).toEqual(before);
    expect(await commentsOn(target)).toEqual(said);
    expect(await read(id)).toMatchObject({ nickname: 'Planted' });
    const hint = (await commentsOn(id)).find((text) => text.includes('might be a duplicate of'));
    expect(hint).toContain(`#${target}<`);
  });

  test('gets no values from a form in a batch', async () => {
    const target = await makeTarget();
    const before = await read(target);
    const items = [{ fields: { name: 'Sent', ...phone, ...planted() } }];
    const query = { check_for_duplicates: 'contact_phone' };
    const { results } = await done(
      form.post<{ results: { ID: number }[] }>(`${contacts}/batch`, { json: { items }, query }),
    );
    expect(results).toMatchObject([{ status: 200 }]);
    expect(results[0]?.ID).not.toBe(target);
    expect(await read(target)).toEqual(before);
  });
});

test('a form that is sent twice makes one contact, which gains what it lacks', async () => {
  const first = await send(form, { ...phone, gender: 'female', notes: ['One'] });
  const again = await send(form, { ...phone, gender: 'male', nickname: 'New', notes: ['Two'] });
  expect(again).toBe(first);
  expect(await read(first)).toMatchObject({ gender: { key: 'female' }, nickname: 'New' });
  expect(await commentsOn(first)).toEqual(expect.arrayContaining(['One', 'Two']));
  expect(await send(form, phone)).toBe(first);
});

test('the name alone finds no contact for a form', async () => {
  const name = `Known ${randomUUID()}`;
  const first = await send(form, { name });
  expect(await send(form, { name })).not.toBe(first);
});

test.each(['create_contacts', 'create_update_contacts', 'all_permissions', 'contact_receiving'])(
  'a link of the type %s does not set duplicate_of',
  async (type) => {
    const link = await linked(type);
    const target = await make(byOwner, contacts, { name: 'Held', type: 'access', ...phone });
    const json = { name: 'Sent', duplicate_of: String(target), ...phone };
    const query = { check_for_duplicates: 'contact_phone' };
    const refusal = { status: 403, body: { data: { field: 'duplicate_of' } } };
    expect(await link.post(contacts, { json })).toMatchObject(refusal);
    expect(await link.post(contacts, { json, query })).toMatchObject(refusal);
    const changed = await link.post(`${contacts}/${target}`, { json: { duplicate_of: '1' } });
    expect(changed.status).toBe(403);
    expect(await read(target)).not.toMatchObject({ duplicate_of: expect.stringMatching(/\d/) });
  },
);

test('a transfer does not set duplicate_of', async () => {
  const link = await linked('contact_receiving');
  const post = { ID: 7, post_title: 'Sent', guid: 'x' };
  const contact = { post, postmeta: { duplicate_of: ['1'], nickname: ['N'] } };
  const json = { contact_data: { ...contact, transfer_foreign_key: randomUUID() } };
  const body = await done(link.post(`${contacts}/receive-transfer`, { json }));
  expect(body).toMatchObject({ status: 'OK' });
  const received = await read(Number(body['created_id']));
  expect(received).toMatchObject({ nickname: 'N' });
  expect(received).not.toHaveProperty('duplicate_of');
});
