import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { recordsImportLocations } from '@svc/contracts';
import { DatabaseWatch } from '../api/matrix/database-watch.ts';
import { gridRows } from '../support/grid.ts';
import { api, type Answer, type Api } from '../support/http.ts';
import { createLink, overHttps, transferTokenOf } from '../support/site-link.ts';
import { worldInCommon, type TestUser, type World } from '../support/world.ts';
import { WriteWatch } from '../support/write-watch.ts';
import { makeFilled, values, type FilledRecord } from './filled-record.ts';

type Fields = Record<string, unknown>;
type Type = 'contacts' | 'groups';

/** As it is in the database. */
interface Stored extends Fields {
  readonly fields: Fields;
}

let world: World;
let database: DatabaseWatch;
let writes: WriteWatch;
let administrator: Api;
/** Whose the targets are, and to whom they are to be opened. */
let owner: TestUser;
let accomplice: TestUser;

beforeAll(async () => {
  world = await worldInCommon('inEarnest');
  await world.ask(recordsImportLocations, { rows: [...gridRows] });
  database = new DatabaseWatch(world);
  writes = await WriteWatch.open(world);
  administrator = api(world, (await world.createUser({ role: 'administrator' })).token);
  owner = await world.createUser({ role: 'dispatcher' });
  accomplice = await world.createUser({ role: 'multiplier' });
});

afterAll(() => writes?.close());

const pathOf = (type: Type) => `svc-posts/v2/${type}`;
const stored = async (id: number) => (await database.record(id)) as Stored;

/** Over which no create goes through, which may only create, and which may update as well. */
const links = {
  none: ['contact_sending'],
  creating: ['create', 'contact_receiving', 'contact_sharing'],
  updating: ['create_update', 'all_permissions'],
} as const;

describe.each<Type>(['contacts', 'groups'])('a hidden record of %s', (type) => {
  let target: FilledRecord;
  let before: Stored;

  beforeAll(async () => {
    target = await makeFilled(administrator, type, owner.id);
    before = await stored(target.id);
  });

  const creating = links.creating.filter((kind) => kind === 'create' || type === 'contacts');

  test.each([...links.none, ...creating])('is not found over a link of the type %s', async (kind) => {
    const caller = await linked(kind === 'create' ? `create_${type}` : kind);
    expect(await foundBy(caller, type, target)).toEqual([]);
    await world.settled();
    expect(await stored(target.id)).toEqual(before);
  });

  test.each(links.updating)('is updated over a link of the type %s', async (kind) => {
    const caller = await linked(kind === 'create_update' ? `create_update_${type}` : kind);
    const own = await makeFilled(administrator, type, owner.id);
    const name = own.name;
    const answer = await send(caller, type, { name, ...closing(type) }, ['name']);
    expect(answer).toMatchObject({ status: 200, body: { ID: own.id } });
    const { assigned_to: _assignee, ...closed } = closing(type);
    expect((await stored(own.id)).fields).toMatchObject({ ...closed, assigned_to: owner.id });
  });
});

describe('a record that a link has created and may not update', () => {
  const phone = () => [{ value: `+1 ${randomUUID()}` }];
  let form: Api;

  beforeAll(async () => {
    form = await linked('create_contacts');
  });

  const make = async (fields: Fields) =>
    idOf(await form.post(pathOf('contacts'), { json: { name: 'Held', type: 'access', ...fields } }));

  test('gets missing values and notes, without notifications to users without access', async () => {
    const contact_phone = phone();
    const id = await make({ contact_phone, assigned_to: owner.id, gender: 'male' });
    const { sharedWith, fields } = await stored(id);
    const spied = `@[x](${accomplice.id}) look`;
    const sent = { contact_phone, nickname: 'New', gender: 'female', tags: values('new'), notes: [spied] };
    const demands = { ...sent, initial_comment: spied, quick_button_no_answer: 1, requires_update: true };
    const answer = await send(form, 'contacts', { name: 'Sent', ...demands }, ['contact_phone']);
    expect(answer.body).toEqual({ ID: id });
    await writes.takeAll();
    const after = await stored(id);
    expect(after['sharedWith']).toEqual(sharedWith);
    expect(after.fields).toEqual({
      ...fields,
      last_modified: after.fields['last_modified'],
      nickname: 'New',
      tags: ['new'],
      quick_button_no_answer: 1,
      requires_update: true,
    });
    expect(await commentsOn('contacts', id)).toBe(3);
    expect(await seenBy(accomplice, 'contacts', { id })).toEqual({ status: 403, notifications: 0 });
  });

  test('is not revealed by an invalid create, and is not changed', async () => {
    const held = phone();
    const id = await make({ contact_phone: held, contact_facebook: [{ value: 'held' }] });
    const before = await stored(id);
    const tried = async (contact_phone: typeof held, fields: Fields) => {
      const { status, text } = await send(form, 'contacts', { ...fields, contact_phone }, ['contact_phone']);
      return { status, text: text.replaceAll(contact_phone[0]?.value ?? '', 'sent') };
    };
    for (const fields of [{}, { name: 'x', planet: 1 }, { name: 'x', gender: 'none' }]) {
      const refused = await tried(held, fields);
      expect(refused.status).toBe(400);
      expect(refused).toEqual(await tried(phone(), fields));
    }
    expect(await stored(id)).toEqual(before);
  });

  test('is created once by simultaneous forms', async () => {
    const json = { name: 'Sent at once', contact_phone: phone() };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => send(form, 'contacts', json, ['contact_phone'])),
    );
    expect(new Set(answers.map(idOf)).size).toBe(1);
  });
});

/** The fields by which a create finds the target: each is tried with the value that the target holds, and with more than is due. */
async function foundBy(caller: Api, type: Type, target: FilledRecord): Promise<string[]> {
  const foundByField = async ([key, value]: [string, unknown]) => {
    const json = { name: 'Attack', ...closing(type), follow: values(accomplice.id), [key]: value };
    const { status, text, body } = await send(caller, type, json, [key]);
    expect([200, 400, 403]).toContain(status);
    if (key !== 'name') expect(text).not.toContain(target.name);
    const isFound = body['ID'] === target.id;
    if (isFound) expect(body).toEqual({ ID: target.id });
    return isFound ? [key] : [];
  };
  // The name comes last: a record that is made with it is the caller's own, and others would find it.
  const { name, ...others } = target.written;
  const found = await Promise.all(Object.entries(others).map(foundByField));
  return [...found.flat(), ...(await foundByField(['name', name]))];
}

function send(caller: Api, type: Type, json: Fields, keys: readonly string[]): Promise<Answer> {
  return caller.post(pathOf(type), { json, query: { check_for_duplicates: keys.join(',') } });
}

/** What would take the record from its owner. */
function closing(type: Type): Fields {
  const status = type === 'contacts' ? { overall_status: 'closed' } : { group_status: 'inactive' };
  return { assigned_to: accomplice.id, ...status };
}

/** What a user has seen of a record when all is done that was begun. */
async function seenBy(user: TestUser, type: Type, { id }: { id: number }) {
  await writes.takeAll();
  const by = api(world, user.token);
  const { status } = await by.get(`${pathOf(type)}/${id}`);
  const page = { json: { all: true, page: 0, limit: 50 } };
  const { text } = await by.post('svc/v1/notifications/get_notifications', page);
  return { status, notifications: text.split(`"post_id":"${id}"`).length - 1 };
}

async function linked(type: string): Promise<Api> {
  const sites = { site1: 'records.example.org', site2: `${randomUUID()}.example.org` };
  return overHttps(world, transferTokenOf(await createLink(world, { type, ...sites })));
}

async function commentsOn(type: Type, id: number): Promise<number> {
  const { body } = await administrator.get(`${pathOf(type)}/${id}/comments`);
  return Number(body['total']);
}

function idOf({ status, text, body }: Answer): number {
  expect({ status, text }).toEqual({ status: 200, text: expect.any(String) });
  return Number(body['ID']);
}
