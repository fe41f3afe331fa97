import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { usersSetRoles } from '@svc/contracts';
import { sampled, until } from '@svc/testing';
import { callerRows, type Others } from '../api/matrix/caller-rows.ts';
import { comparable, connectedPlaces, namedRows } from '../api/matrix/named-rows.ts';
import { makePlaces, makeSpare, places, type Place, type Placed } from '../api/matrix/places.ts';
import { recordRows, uploadPicture, type OnRecord, type RecordRow } from '../api/matrix/record-rows.ts';
import { EventWatch } from '../support/events.ts';
import { api, done, type Answer, type Api } from '../support/http.ts';
import { createLink, overHttps, transferTokenOf } from '../support/site-link.ts';
import { type TestUser, type World, worldInCommon } from '../support/world.ts';
import { WriteWatch } from '../support/write-watch.ts';
import { isPermitted, limitedCallers, permittedPlaces, type LimitedCaller } from './limited-callers.ts';

let world: World;
let writes: WriteWatch;
let events: EventWatch;
let administrator: Api;
let stranger: TestUser;

beforeAll(async () => {
  world = await worldInCommon('limited');
  writes = await WriteWatch.open(world);
  events = await EventWatch.open(world);
  administrator = api(world, (await world.createUser({ role: 'administrator' })).token);
  stranger = await world.createUser({ role: 'multiplier' });
});

afterAll(async () => {
  events?.close();
  await writes?.close();
});

test('every type of site link has a row', async () => {
  const { types } = await done(administrator.get<{ types: { key: string }[] }>('svc-core/v1/site-links'));
  const links = limitedCallers.filter(({ kind }) => kind === 'link');
  expect(links.map(({ name }) => name).sort()).toEqual(types.map(({ key }) => key).sort());
});

interface Scene {
  readonly api: Api;
  readonly found: Readonly<Record<Place, Placed>>;
  /** Records for endpoints that need one of their own in each place. */
  readonly spare: Awaited<ReturnType<typeof makeSpare<RecordRow>>>;
  readonly brought: ReadonlyMap<Place, OnRecord>;
  readonly others: Others;
}

/** Every sample has each endpoint, and each caller in each place. */
const tries = sampled(
  limitedCallers.flatMap((caller) =>
    recordRows.flatMap((row) =>
      places
        .filter((place) => !row.isForContacts || place.endsWith('contact') || place === 'other type')
        .map((place) => {
          const mayUse = permittedPlaces(caller, row.endpoint).includes(place);
          return { caller, row, place, endpoint: row.endpoint, mayUse };
        }),
    ),
  ),
  0.1,
  ({ caller, endpoint, place, mayUse }) => [`${endpoint} ${mayUse}`, `${caller.name} ${place} ${mayUse}`],
);
const calls = sampled(
  limitedCallers.flatMap((caller) =>
    callerRows.map((row) => {
      const { endpoint, about = '' } = row;
      return { caller, row, endpoint, about, mayUse: isPermitted(caller, endpoint, row.about) };
    }),
  ),
  0.1,
  ({ caller, endpoint, about, mayUse }) => [`${endpoint} ${about} ${mayUse}`, `${caller.name} ${mayUse}`],
);
const namings = sampled(
  limitedCallers.flatMap((caller) =>
    namedRows.filter(({ keeps }) => !keeps).map((row) => ({ caller, row, ...row })),
  ),
  0.2,
  ({ caller, row }) => [caller.name, `${row.column} ${row.endpoint} ${row.about}`],
);

describe.each(limitedCallers)('$kind $name', (caller) => {
  let scene: Scene;

  beforeAll(async () => {
    scene = await prepare(caller);
    await world.settled();
    await events.take();
    // Proves that the watch sees writes.
    expect(await writes.takeAll()).toContain('insert svc_records.records');
  });

  const recordOf = (row: RecordRow, place: Place) => scene.spare.get(row)?.[place] ?? scene.found[place];
  const send = (row: RecordRow, place: Place, record = recordOf(row, place)) =>
    row.send(scene.api, record, scene.brought.get(place) ?? { ...nothing, other: stranger.id });
  /** The answers to refused requests: each is asked for once, and compared with that for a missing record. */
  const refusals = new Map<string, Promise<Answer<unknown>>>();
  const refusalOf = (row: RecordRow, place: Place) => {
    const key = `${recordRows.indexOf(row)} ${place}`;
    const answer = refusals.get(key) ?? send(row, place);
    refusals.set(key, answer);
    return answer;
  };

  const triesOfCaller = tries.filter((each) => each.caller === caller);
  /** The request writes to the record first, which the caller may do, to have something to revert. */
  const isPrepared = ({ endpoint, place }: { endpoint: string; place: Place }) =>
    endpoint.includes('/revert/') && caller.updates.includes(place);
  const requests = [
    ...triesOfCaller.map((each) => ({
      title: `${each.endpoint} ${each.place}`,
      isPermitted: each.mayUse,
      isPrepared: isPrepared(each),
      send: () => (each.mayUse ? send(each.row, each.place) : refusalOf(each.row, each.place)),
    })),
    ...calls
      .filter((each) => each.caller === caller)
      .map(({ row, endpoint, about, mayUse }) => ({
        title: `${endpoint} ${about}`,
        isPermitted: mayUse,
        isPrepared: false,
        send: () => row.send(scene.api, scene.others),
      })),
  ];
  const hidden = places.filter(
    (place) => place !== 'missing' && !caller.views.includes(place) && !caller.updates.includes(place),
  );

  // Refused requests come first, so that no writes of permitted ones are taken for theirs.
  describe('is refused', () => {
    test.each(requests.filter((each) => !each.isPermitted && !each.isPrepared))('$title', async (request) => {
      expectRefused(await request.send());
    });

    const refusedHere = triesOfCaller.filter(({ place, mayUse }) => !mayUse && hidden.includes(place));
    const hiddenPlaces = Map.groupBy(refusedHere, ({ row }) => row);
    test.each([...hiddenPlaces.keys()])('a hidden record like a missing one: $endpoint', async (row) => {
      const absents = new Map<string, Promise<Answer<unknown>>>();
      for (const { place } of hiddenPlaces.get(row) ?? []) {
        const record = recordOf(row, place);
        const missing = { ...record, id: scene.found.missing.id };
        const absent = absents.get(record.type) ?? send(row, 'missing', missing);
        absents.set(record.type, absent);
        const expected = { place, ...comparable(await absent, missing) };
        expect({ place, ...comparable(await refusalOf(row, place), record) }).toEqual(expected);
      }
    });

    test.each(namings.filter((each) => each.caller === caller))(
      '$column like a missing one: $endpoint $about',
      async ({ row }) => {
        const naming = async (place: Place, key: string) => {
          const { id } = scene.found[place];
          const sent = { api: scene.api, own: scene.found['own contact'].id, id, key };
          return comparable(await row.send(sent), { type: '', id });
        };
        for (const [place, key] of connectedPlaces.filter(([each]) => hidden.includes(each)))
          expect({ place, ...(await naming(place, key)) }).toEqual({
            place,
            ...(await naming('missing', key)),
          });
      },
    );

    test('without a write or an event', async () => {
      const written = await writes.takeAll();
      // Ids that a refused request has taken stay unused.
      expect(written.filter((write) => !write.endsWith('.sequences'))).toEqual([]);
      expect(await events.take()).toEqual([]);
    });
  });

  test.each(requests.filter((each) => each.isPermitted))('may use $title', async (request) => {
    const { status, text } = await request.send();
    expect({ status, text }).toEqual({ status: 200, text: expect.any(String) });
  });

  test('may not revert what they may only update', async () => {
    for (const each of requests.filter(({ isPermitted: may, isPrepared: has }) => has && !may))
      expectRefused(await each.send());
  });
});

const nothing: OnRecord = { other: 1, comment: 99_999_999, picture: 'none' };

async function prepare(limited: LimitedCaller): Promise<Scene> {
  const { kind, name } = limited;
  const user = await world.createUser({ role: 'multiplier' });
  const caller = kind === 'link' ? await linked(name) : api(world, user.token);
  const makers = { user: kind === 'link' ? firstBy(caller) : caller, userId: user.id, administrator };
  const found = await makePlaces(makers);
  const ofCaller = tries.filter((each) => each.caller === limited);
  const spare = await makeSpare(makers, ofCaller);
  const brought = new Map<Place, OnRecord>();
  const commented = ofCaller.flatMap(({ row, place }) => (row.namesComment ? [place] : []));
  for (const place of new Set(commented)) brought.set(place, await bringTo(found[place], place));
  const others = await makeOthers(found['access contact'].id);
  if (kind === 'user') {
    await world.ask(usersSetRoles, { username: user.username, roles: [name] });
    // A multiplier may list contacts.
    await until(async () => expect((await caller.get('svc-posts/v2/contacts?limit=1')).status).toBe(403));
  }
  return { api: caller, found, spare, brought, others };
}

async function linked(type: string): Promise<Api> {
  const sites = { site1: 'records.example.org', site2: `${randomUUID()}.example.org` };
  return overHttps(world, transferTokenOf(await createLink(world, { type, ...sites })));
}

/** Creates over a link where it may create records of the type, and as an administrator elsewhere. */
function firstBy(link: Api): Api {
  const post: Api['post'] = async (path, sending) => {
    const answer = await link.post(path, sending);
    return (answer.status === 403 ? await administrator.post(path, sending) : answer) as never;
  };
  return { ...administrator, post };
}

/** Adds a comment and a picture of another user, except to a missing record. */
async function bringTo({ type, id }: Placed, place: Place): Promise<OnRecord> {
  if (place === 'missing') return { ...nothing, other: stranger.id };
  const path = `svc-posts/v2/${place === 'other type' ? 'groups' : type}/${id}`;
  const body = await done(administrator.post(`${path}/comments`, { json: { comment: 'Said' } }));
  const uploaded = await uploadPicture(administrator, path);
  return {
    other: stranger.id,
    comment: Number(body['comment_ID']),
    picture: String(uploaded.body['uploaded_key']),
  };
}

async function makeOthers(contact: number): Promise<Others> {
  const leaver = await world.createUser({ role: 'registered' });
  const json = { label: 'Link', type: 'create_contacts', site1: 'a.example.org', site2: 'b.example.org' };
  const link = async () => Number((await done(administrator.post('svc-core/v1/site-links', { json })))['id']);
  return { other: stranger.id, leaver: leaver.id, link: await link(), unusedLink: await link(), contact };
}

function expectRefused({ status, text, body }: Answer<unknown>): void {
  expect({ isRefused: status >= 400 && status < 500, status, text }).toEqual({
    isRefused: true,
    status,
    text,
  });
  expect(body).toMatchObject({ code: expect.any(String) });
}
