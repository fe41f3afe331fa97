import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { usersSetRoles } from '@svc/contracts';
import { sampled, until } from '@svc/testing';
import { EventWatch } from '../support/events.ts';
import { api, done, type Answer, type Api } from '../support/http.ts';
import { type TestUser, type World, worldInCommon } from '../support/world.ts';
import { expectByDuplicates, namedPlaces } from './matrix/by-duplicates.ts';
import { callerRows, type Others, type Refusal } from './matrix/caller-rows.ts';
import { DatabaseWatch } from './matrix/database-watch.ts';
import { makePlaces, makeSpare, places, type Place, type Placed } from './matrix/places.ts';
import { printEndpoints } from './matrix/operations-of-endpoints.ts';
import { comparable, connectedPlaces, namedRows, type NamedRow } from './matrix/named-rows.ts';
import { mayView, recordRows, uploadPicture, type OnRecord, type RecordRow } from './matrix/record-rows.ts';
import { contactOverview, differing, workers, type Role } from './matrix/roles.ts';
import { WriteWatch } from '../support/write-watch.ts';

let world: World;
let events: EventWatch;
let database: DatabaseWatch;
let writes: WriteWatch;
let administrator: Api;
/** A user whom no caller may know of. */
let stranger: TestUser;

beforeAll(async () => {
  world = await worldInCommon('limited');
  events = await EventWatch.open(world);
  database = new DatabaseWatch(world);
  writes = await WriteWatch.open(world);
  administrator = api(world, (await world.createUser({ role: 'administrator' })).token);
  stranger = await world.createUser({ role: 'multiplier' });
});

afterAll(async () => {
  events?.close();
  await writes?.close();
});

/** Endpoints that other suites test: they are open, or only about the caller. */
const elsewhere: ReadonlySet<string> = new Set([
  // services/gateway/src/service.auth.test.ts
  'POST jwt-auth/v1/token',
  'POST jwt-auth/v1/token/validate',
  // test/security/sessions.stack.test.ts: with a refresh token
  'POST jwt-auth/v1/token/refresh',
  // test/security/sign-in.stack.test.ts: with a code
  'POST jwt-auth/v1/token/oidc',
  // test/console/console-provider.stack.test.ts: open to everybody
  'GET jwt-auth/v1/sign-in',
  // test/api/languages.stack.test.ts
  'GET svc-public/svc-core/v1/settings',
  // test/api/rows.ts: two records
  'POST svc-posts/v2/{post_type}/merge',
  // test/api/files.stack.test.ts: open to everybody with the address
  'GET files/v1/{address}',
  // test/api/avatars.stack.test.ts: the same
  'GET avatars/v1/{address}',
  // test/api/webhooks.stack.test.ts: they need a receiver
  'GET svc/v1/webhooks',
  'POST svc/v1/webhooks',
  'POST svc/v1/webhooks/{id}',
  'DELETE svc/v1/webhooks/{id}',
  'POST svc/v1/webhooks/{id}/rotate',
  'POST svc/v1/webhooks/{id}/test',
  'GET svc/v1/webhooks/{id}/deliveries',
  'POST svc/v1/webhooks/{id}/deliveries/{delivery}/redeliver',
  // services/records/src/service.declared-rules.test.ts: types of extensions; contacts have a row
  'POST svc-posts/v2/{post_type}/{id}/accept',
  // test/openapi/openapi.stack.test.ts: open to everybody
  'GET openapi.json',
  // test/api/dialects.stack.test.ts: refused for everybody
  'POST svc/v1/notifications/release/open_modal',
  'POST svc/v1/contacts/email_magic',
  'POST svc/v1/groups/email_magic',
  // test/api/transfer.stack.test.ts: for site links alone
  'POST svc-posts/v2/contacts/transfer/metrics',
  // test/api/events.stack.test.ts: the answer does not end
  'GET svc/v1/events',
  // test/api/users.stack.test.ts: with the token of a mail
  'POST svc/v1/users/reset_password',
  // test/security/accounts.sized.stack.test.ts: the password of the caller
  'POST svc/v1/users/change_password',
  // test/api/site-links.stack.test.ts: open, with a token in the body
  'POST svc-public/v1/sites/site_link_check',
  'POST svc-public/v2/{post_type}/settings_fields',
]);

test('every endpoint has a row', () => {
  const rows = new Set([...recordRows, ...callerRows].map(({ endpoint }) => endpoint));
  const missing = printedEndpoints().filter((endpoint) => !rows.has(endpoint) && !elsewhere.has(endpoint));
  expect(missing).toEqual([]);
});

const placesOf = (row: RecordRow) =>
  places.filter((place) => !row.isForContacts || place.endsWith('contact') || place === 'other type');

/** Each endpoint about a record is in every sample as permitted and as refused, and so is each place with each role. */
const tries = sampled(
  differing.flatMap((role) =>
    recordRows.flatMap((row) =>
      placesOf(row).map((place) => {
        const isAllowed = row.allowed[place].includes(role);
        return { role, row, place, isAllowed, endpoint: row.endpoint };
      }),
    ),
  ),
  0.15,
  ({ role, endpoint, place, isAllowed }) => [`${endpoint} ${isAllowed}`, `${role} ${place} ${isAllowed}`],
);

/** The same for the other endpoints. */
const calls = sampled(
  differing.flatMap((role) =>
    callerRows.map((row) => {
      const { endpoint, about = '', allowed } = row;
      return { role, row, endpoint, about, isAllowed: allowed.includes(role) };
    }),
  ),
  0.15,
  ({ role, endpoint, about, isAllowed }) => [`${endpoint} ${about} ${isAllowed}`, `${role} ${isAllowed}`],
);

describe.each(differing)('%s', (role) => {
  const ofRole = <Each extends { role: Role }>(all: readonly Each[]) =>
    all.filter((each) => each.role === role);
  const refusedTries = ofRole(tries).filter(({ isAllowed }) => !isAllowed);
  const allowedTries = ofRole(tries).filter(({ isAllowed }) => isAllowed);
  const refusedCalls = ofRole(calls).filter(({ isAllowed }) => !isAllowed);
  const allowedCalls = ofRole(calls).filter(({ isAllowed }) => isAllowed);

  let caller: Api;
  let found: Readonly<Record<Place, Placed>>;
  let others: Others;
  /** Records that creates name as duplicates. */
  let doubled: Readonly<Record<Place, Placed>>;
  /** Records for endpoints that need one of their own in each place. */
  let spare: Awaited<ReturnType<typeof makeSpare<RecordRow>>>;
  const brought = new Map<Place, OnRecord>();

  beforeAll(async () => {
    // Some roles may create nothing, so a caller creates their own records as a multiplier, before they get the role.
    const user = await world.createUser({ role: 'multiplier' });
    caller = api(world, user.token);
    const makers = { user: caller, userId: user.id, administrator };
    found = await makePlaces(makers);
    doubled = await makePlaces(makers);
    spare = await makeSpare(makers, ofRole(tries));
    const commented = ofRole(tries).flatMap(({ row, place }) => (row.namesComment ? [place] : []));
    for (const place of new Set(commented)) brought.set(place, await bringTo(found[place], place));
    others = await makeOthers(found['access contact'].id);
    await beRole(user, role, () => showsRole(role, caller, found));
    await world.settled();
    await events.take();
    // Proves that the watch sees writes.
    expect(await writes.takeAll()).toContain('insert svc_records.records');
  });

  const send = (row: RecordRow, place: Place) => {
    const of = brought.get(place) ?? { ...nothing, other: stranger.id };
    return row.send(caller, recordOf(row, place), of);
  };
  const recordOf = (row: RecordRow, place: Place) => spare.get(row)?.[place] ?? found[place];

  // Refused requests come first, so that no events of allowed ones are taken for theirs.
  describe('is refused', () => {
    test.each(refusedTries)('$endpoint $place', async ({ row, place }) => {
      expectRefused(await send(row, place), row.refusal);
    });

    test.each(refusedCalls)('$endpoint $about', async ({ row }) => {
      expectRefused(await row.send(caller, others), row.refusal(role));
    });

    test('without a write or an event', async () => {
      const written = await writes.takeAll();
      // Ids that a refused request has taken stay unused.
      expect(written.filter((write) => !write.endsWith('.sequences'))).toEqual([]);
      expect(await events.take()).toEqual([]);
    });
  });

  describe('may call', () => {
    test.each(allowedTries)('$endpoint $place', async ({ row, place }) => {
      expectAllowed(await send(row, place), row.answer?.(recordOf(row, place)));
    });

    test.each(allowedCalls)('$endpoint $about', async ({ row }) => {
      expectAllowed(await row.send(caller, others));
    });
  });

  test.each(namedPlaces)(
    'check_for_duplicates with the name of the %s updates it only if the role may',
    async (place) => {
      await expectByDuplicates(caller, database, { role, place, named: doubled[place] });
    },
  );
});

async function inThreeTries(attempt: () => Promise<void>): Promise<void> {
  for (let left = 2; left > 0; left -= 1) {
    const failure = await attempt().catch((error: unknown) => error ?? new Error('It failed.'));
    if (failure === undefined) return;
  }
  await attempt();
}

const unseen = sampled(
  differing.flatMap((role) =>
    recordRows
      .filter(({ allowed }) => !allowed.missing.includes(role))
      .map((row) => ({ role, row, endpoint: row.endpoint })),
  ),
  0.15,
  ({ role, endpoint }) => [role, endpoint],
);

const kindOfNamed = ({ keeps, connects }: NamedRow) => `${keeps} ${connects}`;
const namings = sampled(
  differing.flatMap((role) => namedRows.map((row) => ({ role, row, ...row }))),
  0.2,
  ({ role, row }) => [`${role} ${kindOfNamed(row)}`, `${row.column} ${row.endpoint} ${row.about}`],
);

describe.each(differing)('for %s a forbidden record and a missing one', (role) => {
  let caller: Api;
  let found: Readonly<Record<Place, Placed>>;
  let of: OnRecord;

  beforeAll(async () => {
    const user = await world.createUser({ role: 'multiplier' });
    caller = api(world, user.token);
    found = await makePlaces({ user: caller, userId: user.id, administrator });
    of = await bringTo(found['personal contact'], 'personal contact');
    await beRole(user, role, () => showsRole(role, caller, found));
  });

  const forbidden = ({ allowed }: RecordRow) =>
    (['personal contact', 'other type'] as const).filter((place) => !allowed[place].includes(role));
  const rows = unseen.filter((each) => each.role === role);

  test.each(rows)('have the same answer and queries at $endpoint', async ({ row }) => {
    const ask = async (place: Place) => {
      let answer: Answer<unknown> | undefined;
      const queries = await database.queriesOf(async () => {
        answer = await row.send(caller, found[place], of);
      });
      return { ...(answer && comparable(answer, found[place])), queries };
    };
    // The profiler of a busy database may miss a query; a chance difference disappears when the request is repeated.
    await inThreeTries(async () => {
      // Once, since refused requests leave no work behind.
      await world.settled();
      const missing = await ask('missing');
      expect(missing.status).toBe(row.refusal.status);
      // Roles that do not work with records may be refused without a query.
      expect(missing.queries.length).toBeGreaterThanOrEqual(workers.includes(role) ? 1 : 0);
      for (const place of forbidden(row)) expect(await ask(place)).toEqual(missing);
    });
  });

  // Queries are compared in the tests of the service: here other services meanwhile handle the stored comment.
  test('have the same answer to a request for access', async () => {
    const row = rowOf('POST svc-posts/v2/{post_type}/{id}/request_record_access');
    const ask = async (place: Place) => {
      const { status, text, headers } = await row.send(caller, found[place], nothing);
      return { status, text: text.replace(/\d+/, 'ID'), headers: [...headers.keys()] };
    };
    const missing = await ask('missing');
    const isAllowed = row.allowed.missing.includes(role);
    expect(missing).toMatchObject(isAllowed ? { status: 200, text: '"ID"' } : { status: row.refusal.status });
    for (const place of ['personal contact', 'other type'] as const)
      expect(await ask(place)).toEqual(missing);
  });

  describe('named outside the path', () => {
    beforeAll(async () => {
      await events.take();
      await writes.takeAll();
    });

    const send = (row: NamedRow, place: Place, key: string) => {
      const { id } = found[place];
      return row.send({ api: caller, own: found['own contact'].id, id, key });
    };
    const isHidden = (place: Place) => !mayView[place].includes(role);
    const hidden = () => connectedPlaces.filter(([place]) => isHidden(place));
    const expectHidden = async (row: NamedRow) => {
      for (const [place, key] of hidden()) {
        const missing = comparable(await send(row, 'missing', key), found.missing);
        expect(comparable(await send(row, place, key), found[place])).toEqual(missing);
      }
    };

    const ofRole = namings.filter((each) => each.role === role);
    test.each(ofRole.filter(({ keeps }) => !keeps))(
      '$column is answered like a missing one: $endpoint $about',
      ({ row }) => expectHidden(row),
    );

    test('without a write or an event', async () => {
      expect(await writes.takeAll()).toEqual([]);
      expect(await events.take()).toEqual([]);
    });

    test.each(ofRole.filter(({ keeps }) => keeps))(
      '$column is answered like a missing one and not changed: $endpoint $about',
      async ({ row }) => {
        const records = () => Promise.all(hidden().map(([place]) => database.record(found[place].id)));
        const before = await records();
        await expectHidden(row);
        expect(await records()).toEqual(before);
      },
    );

    test.each(ofRole.filter(({ connects }) => connects))(
      'a viewable record is connected: $endpoint',
      async ({ row }) => {
        const isOpen = !row.endpoint.endsWith('{post_type}') || workers.includes(role);
        for (const [place, key] of connectedPlaces.filter(([each]) => isOpen && !isHidden(each))) {
          const { body } = await send(row, place, key);
          expect(body).toMatchObject({ [key]: [{ ID: found[place].id }] });
        }
      },
    );
  });
});

async function makeOthers(contact: number): Promise<Others> {
  const leaver = await world.createUser({ role: 'registered' });
  const link = async () => {
    const json = { label: 'Link', type: 'create_contacts', site1: 'a.example.org', site2: 'b.example.org' };
    const { body } = await administrator.post('svc-core/v1/site-links', { json });
    return Number(body['id']);
  };
  return { other: stranger.id, leaver: leaver.id, link: await link(), unusedLink: await link(), contact };
}

async function beRole(user: TestUser, role: Role, isSeen: () => Promise<boolean>): Promise<void> {
  await world.ask(usersSetRoles, { username: user.username, roles: [role] });
  await until(async () => expect(await isSeen()).toBe(true));
}

/** Whether the gateway has applied the role, seen by an answer that differs from that for the previous role. */
async function showsRole(role: Role, caller: Api, found: Readonly<Record<Place, Placed>>): Promise<boolean> {
  const statusOf = async (path: string) => (await caller.get(`svc-posts/v2/${path}`)).status;
  if (!workers.includes(role)) return (await statusOf('contacts?limit=1')) === 403;
  if (contactOverview.includes(role))
    return (await statusOf(`contacts/${found['access contact'].id}`)) === 200;
  return role !== 'user_manager' || (await statusOf(`contacts/${stranger.contactId}`)) === 200;
}

const nothing: OnRecord = { other: 1, comment: 99_999_999, picture: 'none' };

/** Adds a comment and a picture of another user, except to a missing record. */
async function bringTo({ type, id }: Placed, place: Place): Promise<OnRecord> {
  if (place === 'missing') return { ...nothing, other: stranger.id };
  const path = `svc-posts/v2/${place === 'other type' ? 'groups' : type}/${id}`;
  const json = { comment: 'Said by somebody else' };
  const body = await done(administrator.post(`${path}/comments`, { json }));
  const uploaded = await uploadPicture(administrator, path);
  expect(uploaded.body).toMatchObject({ uploaded: true });
  return {
    other: stranger.id,
    comment: Number(body['comment_ID']),
    picture: String(uploaded.body['uploaded_key']),
  };
}

function expectAllowed({ status, text, body }: Answer<unknown>, answer: unknown = undefined): void {
  expect({ status, text }).toEqual({ status: 200, text: expect.any(String) });
  if (answer !== undefined) expect(body).toMatchObject(answer as object);
}

function expectRefused({ status, body }: Answer<unknown>, refusal: Refusal): void {
  expect({ status, body }).toMatchObject({ status: refusal.status, body: { code: refusal.code } });
}

function rowOf(endpoint: string): RecordRow {
  const row = recordRows.find((each) => each.endpoint === endpoint);
  if (row) return row;
  throw new Error(`${endpoint} has no row`);
}

function printedEndpoints(): string[] {
  return printEndpoints().map(([method, path = '']) => `${method} ${path.replace('/wp-json/', '')}`);
}
