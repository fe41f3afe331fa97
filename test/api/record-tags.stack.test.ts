import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { api, type Api, type Answer } from '../support/http.ts';
import { createLink, overHttps, transferTokenOf } from '../support/site-link.ts';
import { worldInCommon, type World } from '../support/world.ts';

let world: World;
let by: Api;

beforeAll(async () => {
  world = await worldInCommon();
  by = api(world, (await world.createUser({ role: 'multiplier' })).token);
});

const tagOf = ({ status, headers }: Answer) => {
  expect(status).toBe(200);
  return headers.get('etag') ?? '';
};

describe.each(['svc', 'dt'])('under %s', (prefix) => {
  const contacts = `${prefix}-posts/v2/contacts`;

  test('the answer of a write has the tag of the record, with which the next write needs no read', async () => {
    const made = await by.post<{ ID: number }>(contacts, { json: { name: 'Tagged', type: 'personal' } });
    const path = `${contacts}/${made.body.ID}`;
    const tag = tagOf(made);
    expect(tag).toBe(tagOf(await by.get(path)));
    const second = await by.request('PATCH', path, {
      json: { nickname: 'One' },
      headers: { 'if-match': tag },
    });
    const third = await by.post(path, {
      json: { nickname: 'Two' },
      headers: { 'if-match': tagOf(second) },
    });
    expect(tagOf(third)).toBe(tagOf(await by.get(path)));
    const late = await by.post(path, { json: { nickname: 'Three' }, headers: { 'if-match': tag } });
    expect(late).toMatchObject({ status: 412, body: { code: 'precondition_failed' } });
    expect(late.headers.get('etag')).toBeNull();
  });

  test('a repeated write has the tag of the first', async () => {
    const json = { name: 'Once', type: 'personal' };
    const headers = { 'idempotency-key': randomUUID() };
    const tag = tagOf(await by.post(contacts, { json, headers }));
    expect(tag).toMatch(/^"1\./);
    expect(tagOf(await by.post(contacts, { json, headers }))).toBe(tag);
  });

  test('a caller who may not view the record gets no tag', async () => {
    const link = await createLink(world);
    const form = overHttps(world, transferTokenOf(link));
    const made = await form.post(contacts, { json: { name: 'Form' } });
    expect(made).toMatchObject({ status: 200, body: { ID: expect.any(Number) } });
    expect(made.headers.get('etag')).toBeNull();
  });
});
