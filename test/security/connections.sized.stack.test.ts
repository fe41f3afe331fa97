import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { sized } from '@svc/testing';
import { DatabaseWatch } from '../api/matrix/database-watch.ts';
import { WriteWatch } from '../support/write-watch.ts';
import { EventWatch } from '../support/events.ts';
import { api, done, type Answer, type Api } from '../support/http.ts';
import type { NamingOrder } from '../support/naming-extension.ts';
import { createLink, overHttps } from '../support/site-link.ts';
import { type TestUser, type World, worldInCommon } from '../support/world.ts';

const types = ['contacts', 'groups', 'peoplegroups'] as const;
type Type = (typeof types)[number];

/** The types of which records are hidden here. */
const hiddenTypes: readonly Type[] = ['contacts', 'groups'];

/** Each door meets every field in the long tier; otherwise every third one, and each field every third door. */
const share = sized(3, 1);

/** A connection field, with the types of both ends. */
interface ConnectionField {
  readonly key: string;
  readonly type: Type;
  readonly target: Type;
  /** The field of the other type for the same connections. */
  readonly counterpart: string;
}

/** The values with which a request can name a record. */
interface Named {
  readonly id: number;
  readonly title: string;
}

let world: World;
let events: EventWatch;
let writes: WriteWatch;
let database: DatabaseWatch;
let mallory: TestUser;
let victor: TestUser;
let attack: Api;
let victim: Api;
let fields: ConnectionField[];
/** Mallory's own records, which name others, and an additional contact. */
let own: Record<Type, number>;
let helper: number;
/** Records hidden from Mallory. */
let hidden: Record<string, Named & { readonly type: Type }>;

const missing: Named = { id: 99_999_999, title: 'Nobody at All' };
const posts = 'svc-posts/v2';

beforeAll(async () => {
  world = await worldInCommon();
  [events, writes] = await Promise.all([EventWatch.open(world), WriteWatch.open(world)]);
  database = new DatabaseWatch(world);
  mallory = await world.createUser({ role: 'multiplier', displayName: 'Mallory' });
  victor = await world.createUser({ role: 'multiplier', displayName: 'Victor the Hidden' });
  attack = api(world, mallory.token);
  victim = api(world, victor.token);
  const administrator = api(world, (await world.createUser({ role: 'administrator' })).token);
  fields = (await Promise.all(types.map((type) => fieldsOf(administrator, type)))).flat();
  own = {
    contacts: await make(attack, 'contacts'),
    groups: await make(attack, 'groups'),
    peoplegroups: await make(administrator, 'peoplegroups'),
  };
  helper = await make(attack, 'contacts');
  hidden = {
    'private contact': await makeHidden('contacts', { type: 'personal' }),
    contact: await makeHidden('contacts', { type: 'access' }),
    'contact of an unknown user': { type: 'contacts', id: victor.contactId ?? 0, title: victor.displayName },
    group: await makeHidden('groups'),
  };
});

afterAll(async () => {
  events?.close();
  await writes?.close();
});

async function make(by: Api, type: Type, more: object = {}): Promise<number> {
  const { ID } = await done(by.post(`${posts}/${type}`, { json: { name: `Some of ${type}`, ...more } }));
  return Number(ID);
}

async function makeHidden(type: Type, more: object = {}) {
  const title = ['Hidden', type, ...Object.values(more)].join(' ');
  return { type, title, id: await make(victim, type, { name: title, ...more }) };
}

interface Declared {
  readonly type: string;
  readonly post_type: Type;
  readonly p2p_key: string;
  readonly p2p_direction: string;
}

async function fieldsOf(by: Api, type: Type): Promise<ConnectionField[]> {
  const declared = async (of: Type) => {
    const { body } = await by.get<{ fields: Record<string, Declared> }>(`${posts}/${of}/settings`);
    return Object.entries(body.fields).filter(([, field]) => field.type === 'connection');
  };
  const found = (await declared(type)).filter(([, { post_type: target }]) => hiddenTypes.includes(target));
  return Promise.all(
    found.map(async ([key, { post_type: target, p2p_key, p2p_direction }]) => {
      const others = (await declared(target)).filter(([, other]) => other.p2p_key === p2p_key);
      const [counterpart] =
        others.find(([, other]) => p2p_direction === 'any' || other.p2p_direction !== p2p_direction) ?? [];
      return { key, type, target, counterpart: counterpart ?? '' };
    }),
  );
}

const values = (value: unknown, more: object = {}) => ({ values: [{ value, ...more }] });
const shown = (record: Record<string, unknown>, key: string) =>
  ((record[key] ?? []) as { ID: number }[]).map(({ ID }) => ID);

/** A request that names a record for a connection. */
type Door = (field: ConnectionField, named: Named) => Promise<Answer>;

const update =
  (fieldsFor: (named: Named, field: ConnectionField) => unknown, query = {}): Door =>
  (field, named) => {
    const json = { [field.key]: fieldsFor(named, field) };
    return attack.post(`${posts}/${field.type}/${own[field.type]}`, { json, query });
  };

const doors: Readonly<Record<string, Door>> = {
  'an update by id': update(({ id }) => values(id)),
  'an update by id as a text': update(({ id }) => values(String(id))),
  'an update by title': update(({ title }) => values(title)),
  'an update with meta': update(({ id }) => values(id, { meta: { role: 'x' } })),
  'an update that replaces the list': update(({ id }) => ({ ...values(id), force_values: true })),
  'an update that adds and removes it': update(({ id }) => ({
    values: [{ value: id, delete: true }, { value: id }],
  })),
  'an update that does not overwrite': update(({ id }) => values(id), {
    do_not_overwrite_existing_fields: true,
  }),
  'an update as a form': ({ key, type }, { id }) =>
    attack.post(`${posts}/${type}/${own[type]}`, { form: { [key]: values(id) } }),
  'a create by id': ({ key, type }, { id }) =>
    attack.post(`${posts}/${type}`, { json: { name: 'Made', [key]: values(id) } }),
  'a create by title': ({ key, type }, { title }) =>
    attack.post(`${posts}/${type}`, { json: { name: 'Made', [key]: values(title) } }),
  'a create that looks for duplicates': ({ key, type }, { id }) =>
    attack.post(`${posts}/${type}`, {
      json: { name: 'Made', [key]: values(id) },
      query: { check_for_duplicates: key },
    }),
  'a create from the record': ({ type, counterpart }, { id }) =>
    attack.post(`${posts}/${type}`, {
      json: { name: 'Made', additional_meta: { created_from: id, add_connection: counterpart } },
    }),
  'a merge': ({ key, type }, { id }) =>
    attack.post(`${posts}/${type}/merge`, {
      json: { primary_post_id: own[type], archiving_post_id: helper, values: { [key]: values(id) } },
    }),
  'an extension that asks as the caller': ({ key, type }, { id }) => {
    const order: NamingOrder = { update: { post_type: type, id: own[type], fields: { [key]: values(id) } } };
    return attack.post(`${posts}/contacts/${helper}`, { json: { nickname: JSON.stringify(order) } });
  },
};

const shareOf = (place: number) => fields.filter((_field, index) => (index + place) % share === 0);

/** Expects that these fields refuse a hidden record like a missing one, and that nothing is written. */
async function expectHidden(
  door: Door,
  met: readonly ConnectionField[],
  records: readonly (Named & { readonly type: Type })[] = Object.values(hidden),
): Promise<void> {
  const before = await Promise.all(records.map(({ id }) => database.record(id)));
  for (const field of met) {
    const ask = async (named: Named) => {
      const { status, text } = await door(field, named);
      const withoutId = text.replaceAll(new RegExp(String.raw`\b${named.id}\b`, 'g'), 'ID');
      return { field, status, text: withoutId.replaceAll(named.title, 'TITLE') };
    };
    const absent = await ask(missing);
    expect([400, 403]).toContain(absent.status);
    for (const each of records.filter(({ type }) => type === field.target))
      expect(await ask(each)).toEqual(absent);
  }
  expect(await writes.takeAll()).toEqual([]);
  expect(await events.take()).toEqual([]);
  expect(await Promise.all(records.map(({ id }) => database.record(id)))).toEqual(before);
}

describe('a record hidden from the caller is refused like a missing one', () => {
  beforeEach(async () => {
    await events.take();
    await writes.takeAll();
  });

  test('in connection fields to contacts and to groups', () => {
    expect(fields.length).toBeGreaterThan(16);
    expect(fields.filter(({ counterpart }) => counterpart === '')).toEqual([]);
    for (const place of [0, 1, 2])
      expect(new Set(shareOf(place).map(({ target }) => target))).toEqual(new Set(hiddenTypes));
  });

  test.each(Object.keys(doors))('for %s', async (name) => {
    await expectHidden(doors[name] as Door, shareOf(Object.keys(doors).indexOf(name)));
  });

  test('for the e-mail address of a user that the caller may not list', async () => {
    const known = { ...hidden['contact of an unknown user'], title: victor.email } as Named & { type: Type };
    const byEmail = (field: ConnectionField, { id, title }: Named) =>
      update(() => values(id === missing.id ? 'nobody@example.org' : title))(field, { id, title });
    const sameText: Door = async (field, named) => {
      const answer = await byEmail(field, named);
      return { ...answer, text: answer.text.replaceAll('nobody@example.org', named.title) };
    };
    await expectHidden(sameText, fields, [known]);
  });

  test('for site links, including one that may update all contacts', async () => {
    for (const [place, type] of ['create_contacts', 'create_update_contacts'].entries()) {
      const link = await createLink(world, { type, api_key: true });
      await events.take();
      await writes.takeAll();
      const form = overHttps(world, link.token);
      const path = type === 'create_contacts' ? `${posts}/contacts` : `${posts}/contacts/${own.contacts}`;
      await expectHidden(
        ({ key }, { id }) => form.post(path, { json: { name: 'Made', [key]: values(id) } }),
        shareOf(place).filter(({ type: written }) => written === 'contacts'),
      );
    }
  });
});

describe('an existing connection to a hidden record', () => {
  const relation = {
    key: 'relation',
    type: 'contacts',
    target: 'contacts',
    counterpart: 'relation',
  } as const;
  const groups = { key: 'groups', type: 'contacts', target: 'groups', counterpart: 'members' } as const;
  const members = { key: 'members', type: 'groups', target: 'contacts', counterpart: 'groups' } as const;

  /** Creates a record that both may update, connected by Victor with a hidden one. */
  const connected = async ({ key, type }: ConnectionField, other: Named) => {
    const id = await make(victim, type, { [key]: values(other.id) });
    await done(victim.post(`${posts}/${type}/${id}/shares`, { json: { user_id: mallory.id } }));
    return `${posts}/${type}/${id}`;
  };

  test.each([
    [relation, 'private contact'],
    [groups, 'group'],
    [members, 'contact'],
  ] as const)('can be set again, changed, kept and removed in %j', async (field, which) => {
    const other = hidden[which] as Named;
    const path = await connected(field, other);
    const send = (json: object) => done(attack.post(path, { json }));
    const { key } = field;
    expect(await done(attack.get(path))).toMatchObject({
      [key]: [{ ID: other.id, post_title: other.title }],
    });
    expect(shown(await send({ [key]: values(other.title) }), key)).toEqual([other.id]);
    expect(await send({ [key]: values(other.id, { meta: { role: 'x' } }) })).toMatchObject({
      [key]: [{ ID: other.id, meta: { role: 'x' } }],
    });
    expect(shown(await send({ [key]: { ...values(other.id), force_values: true } }), key)).toEqual([
      other.id,
    ]);
    expect(await send({ [key]: values(other.title, { delete: true }) })).not.toHaveProperty(`${key}.0`);
    const { status } = await attack.post(path, { json: { [key]: values(other.id) } });
    expect(status).toBe(400);
  });

  test('cannot be restored by a revert after its removal', async () => {
    const other = hidden['group'] as Named;
    const path = await connected(groups, other);
    await done(attack.post(path, { json: { groups: values(other.id, { delete: true }) } }));
    const { activity } = await done(
      attack.get<{ activity: { histid: string; object_note: string }[] }>(`${path}/activity`),
    );
    const removal = activity.find(({ object_note: note }) => note.startsWith('Removed from group'));
    const before = await database.record(other.id);
    const { status, body } = await attack.post(`${path}/revert/${removal?.histid ?? ''}`);
    expect({ status, body }).toMatchObject({ status: 400, body: { code: 'add_connection_to_post' } });
    expect(await database.record(other.id)).toEqual(before);
  });

  test('is kept in a merge, even if its values contain the record', async () => {
    const other = hidden['group'] as Named;
    const id = Number((await connected(groups, other)).split('/').at(-1));
    const json = {
      primary_post_id: await make(attack, 'contacts'),
      archiving_post_id: id,
      values: { groups: values(other.id) },
    };
    expect(shown(await done(attack.post(`${posts}/contacts/merge`, { json })), 'groups')).toEqual([other.id]);
  });
});

describe('a record that the caller may pick is connected', () => {
  const byUserContact = [
    ['contacts', 'subassigned'],
    ['contacts', 'coached_by'],
    ['groups', 'coaches'],
    ['groups', 'leaders'],
  ] as const;

  let friend: TestUser;
  let dispatcher: TestUser;

  beforeAll(async () => {
    friend = await world.createUser({ role: 'multiplier' });
    dispatcher = await world.createUser({ role: 'dispatcher' });
  });

  test.each(byUserContact)('as the contact of a user, in %s as %s', async (type, key) => {
    const path = `${posts}/${type}/${await make(attack, type)}`;
    await done(attack.post(`${path}/shares`, { json: { user_id: friend.id } }));
    for (const value of [
      friend.contactId,
      dispatcher.contactId,
      mallory.contactId,
      String(mallory.contactId),
    ])
      expect((await attack.get(`${posts}/contacts/${String(value)}`)).status).toBe(403);
    const named = [friend.contactId, dispatcher.email, mallory.contactId].map((value) => ({ value }));
    const written = await done(attack.post(path, { json: { [key]: { values: named } } }));
    const contacts = [friend, dispatcher, mallory].map(({ contactId }) => contactId);
    expect(shown(written, key)).toEqual(contacts);
  });

  test('of a type that the caller may list completely', async () => {
    const lister = api(world, (await world.createUser({ role: 'lister' })).token);
    const { id, title } = hidden['group'] as Named;
    expect((await lister.get(`${posts}/groups/${id}`)).status).toBe(403);
    for (const value of [id, title]) {
      const made = await done(
        lister.post(`${posts}/contacts`, { json: { name: 'Made', groups: values(value) } }),
      );
      expect(shown(made, 'groups')).toEqual([id]);
    }
  });

  test('when an extension adds it to the request of the caller', async () => {
    const { id, title } = hidden['group'] as Named;
    for (const value of [id, title]) {
      const contact = await make(attack, 'contacts');
      const order: NamingOrder = { add: { groups: values(value) } };
      const json = { nickname: JSON.stringify(order) };
      const written = await done(attack.post(`${posts}/contacts/${contact}`, { json }));
      expect(shown(written, 'groups')).toEqual([id]);
    }
  });
});
