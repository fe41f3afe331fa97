import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { commentEventSchema } from '@svc/contracts';
import { readEvents, until } from '@svc/service-kit/testing';
import { api, type Api, type Sending } from '../support/http.ts';
import { openWorld, type TestUser, type World } from '../support/world.ts';

const contacts = 'svc-posts/v2/contacts';
const remark = 'This record was automatically updated rather than creating a new record.';

let world: World;
let mona: TestUser;
let http: Api;

beforeAll(async () => {
  const env = { EXTENSIONS: join(import.meta.dirname, '../support/whispering-extension.ts') };
  world = await openWorld({ instances: { records: 2, search: 0 }, env });
  mona = await world.createUser({ role: 'multiplier', displayName: 'Mona' });
  http = api(world, mona.token);
});

afterAll(() => world?.close());

async function create(sending: Sending): Promise<number> {
  const { status, body } = await http.post<{ ID: number }>(contacts, sending);
  expect([status, body]).toEqual([200, body]);
  return body.ID;
}

async function commentsOn(id: number): Promise<Record<string, unknown>[]> {
  const { body } = await http.get<{ comments: Record<string, unknown>[] }>(`${contacts}/${id}/comments`);
  return body.comments;
}

test('the notes of a form are comments of the new record', async () => {
  const form = { title: 'Noted', initial_comment: 'Hello', notes: ['first note', 'second note'] };
  const id = await create({ form });
  await until(async () => {
    const all = await commentsOn(id);
    expect(all.map((comment) => comment['comment_content'])).toEqual(['Hello', 'first note', 'second note']);
    expect(new Set(all.map((comment) => comment['comment_author']))).toEqual(new Set(['Mona']));
  });
});

test('of ten forms that are sent at once for one e-mail address one record comes, and a comment for each other', async () => {
  const form = { title: 'Jane', contact_email: [{ value: 'jane@example.test' }], notes: ['sent by form'] };
  const query = 'check_for_duplicates=contact_phone,contact_email&silent=true';
  const ids = await Promise.all(Array.from({ length: 10 }, () => create({ form, query })));
  expect(new Set(ids).size).toBe(1);
  await until(async () => {
    const texts = (await commentsOn(ids[0] as number)).map((comment) => comment['comment_content']);
    expect(texts.filter((text) => text === 'sent by form')).toHaveLength(10);
    expect(texts.filter((text) => text === remark)).toHaveLength(9);
  });
});

test('extensions have comments shown to who reads them as they see fit', async () => {
  const otto = await world.createUser({ role: 'multiplier', displayName: 'Otto' });
  const id = await create({ json: { title: 'Mary', assigned_to: otto.id } });
  const path = `${contacts}/${id}/comments`;
  await http.post(path, { json: { comment: 'aloud', date: '2024-01-02' } });
  await http.post(path, { json: { comment: 'psst', date: '2024-01-01', comment_type: 'whisper' } });
  const read = async (by: Api) => {
    const { body } = await by.get<{ comments: Record<string, unknown>[]; total: number }>(path);
    return [body.comments.map((comment) => comment['comment_content']), body.total];
  };
  expect(await read(http)).toEqual([['aloud', 'psst'], 2]);
  expect(await read(api(world, otto.token))).toEqual([['aloud', 'Somebody whispers of Mary'], 2]);
});

test('a record is told with each comment of which somebody is notified', async () => {
  const id = await create({ json: { title: 'Told', initial_comment: 'Hello' } });
  await http.post(`${contacts}/${id}/comments`, { json: { comment: `@[Mona](${mona.id}) again` } });
  await http.post(`${contacts}/${id}/comments`, { json: { comment: 'psst' }, query: { silent: true } });
  await until(async () => {
    const told = (await readEvents(world.bus, 'svc.events.comment.contacts.created'))
      .map((event) => commentEventSchema.parse(event).data.comment)
      .filter((comment) => comment.record_id === id)
      .map(({ content, silent, mentions, record_name: name, audience }) => [
        content,
        silent,
        mentions,
        name,
        audience?.following,
      ]);
    expect(told.sort()).toEqual([
      [`@[Mona](${mona.id}) again`, false, [mona.id], 'Told', [mona.id]],
      ['Hello', false, [], 'Told', [mona.id]],
      ['psst', true, undefined, undefined, undefined],
    ]);
  });
});

test('comments and reactions are no modification of the record, and not in its history', async () => {
  const id = await create({ json: { title: 'Talked about', last_modified: 1_700_000_000 } });
  const read = async () => {
    const { body } = await http.get(`${contacts}/${id}`);
    const { body: history } = await http.get(`${contacts}/${id}/activity`);
    return [body['last_modified'], history['total']];
  };
  const before = await read();
  const path = `${contacts}/${id}/comments`;
  const { body } = await http.post(path, { json: { comment: 'Said' } });
  const own = `${path}/${String(body['comment_ID'])}`;
  await http.post(own, { json: { comment: 'Said better' } });
  await http.post(`${own}/react`, { json: { reaction: 'reaction_wow' } });
  await http.delete(own);
  expect(await read()).toEqual(before);
});

test('an update from the query leaves what is there', async () => {
  const id = await create({ json: { title: 'Kept', nickname: 'first' } });
  const query = { do_not_overwrite_existing_fields: 1 };
  const json = { nickname: 'second', gender: 'male' };
  const { body } = await http.post(`${contacts}/${id}`, { json, query });
  expect(body).toMatchObject({ nickname: 'first', gender: { key: 'male' } });
});

test('a comment on a record that waits for an update ends the waiting', async () => {
  const id = await create({ json: { title: 'Waiting', requires_update: true } });
  const waiting = async () => (await http.get(`${contacts}/${id}`)).body['requires_update'];
  expect(await waiting()).toBe(true);
  await http.post(`${contacts}/${id}/comments`, { json: { comment: 'A mail', comment_type: 'email' } });
  expect(await waiting()).toBe(true);
  await http.post(`${contacts}/${id}/comments`, { json: { comment: 'I have called' } });
  await until(async () => expect(await waiting()).toBe(false));
});
