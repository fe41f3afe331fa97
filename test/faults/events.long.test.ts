import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readEvents, sized, until, type StreamEvent } from '@svc/testing';
import { EventWatch } from '../support/events.ts';
import { api, done, type Api } from '../support/http.ts';
import { worldInCommon, type World } from '../support/world.ts';

const kills = sized(2, 3);
const writers = 6;

/** The number of acknowledged changes after which the process is killed again. */
const acknowledgedBeforeKill = 25;

const contacts = 'svc-posts/v2/contacts';

let world: World;
let watch: EventWatch;
let http: Api;

beforeAll(async () => {
  world = await worldInCommon('inEarnest');
  watch = await EventWatch.open(world);
  http = api(world, (await world.createUser({ role: 'multiplier' })).token);
});

afterAll(() => watch?.close());

/** A thing that is changed repeatedly. */
interface Changed {
  path: string;
  /** All sent values, and the acknowledged ones. */
  sent: string[];
  acknowledged: string[];
}

/** Changes a thing repeatedly; changes without a good answer are not retried. */
async function keepChanging(thing: Changed, change: (value: string) => object, goOn: () => boolean) {
  while (goOn()) {
    const value = `value ${thing.sent.length} of ${thing.path}`;
    thing.sent.push(value);
    const { status } = await http.post(thing.path, { json: change(value) });
    if (status === 200) thing.acknowledged.push(value);
  }
}

/** Changes several things concurrently while their service is killed repeatedly. */
async function changeThroughKills(
  service: 'records' | 'comments',
  things: readonly Changed[],
  change: (value: string) => object,
): Promise<void> {
  const instance = world.services.find((candidate) => candidate.service === service);
  let isOver = false;
  const working = Promise.all(things.map((thing) => keepChanging(thing, change, () => !isOver)));
  try {
    for (let kill = 0; kill < kills; kill += 1) {
      await moreAcknowledged(things);
      await instance?.kill('SIGKILL');
      await instance?.ready();
    }
    await moreAcknowledged(things);
  } finally {
    isOver = true;
  }
  await working;
}

async function moreAcknowledged(things: readonly Changed[]): Promise<void> {
  const count = () => things.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0);
  const wanted = count() + acknowledgedBeforeKill;
  await until(() => expect(count()).toBeGreaterThanOrEqual(wanted));
}

/** The events of the stream about one thing, ordered by version. */
async function told(subject: string, about: (data: Data) => Version | undefined): Promise<Told[]> {
  const events: StreamEvent[] = await readEvents(world.bus, subject);
  expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
  return events
    .flatMap(({ type, data }) => {
      const version = about(data as unknown as Data);
      return version ? [{ type, version: version.version, data: data as unknown as Data }] : [];
    })
    .sort((one, other) => one.version - other.version);
}

interface Version {
  version: number;
}

interface Data {
  record: { id: number; version: number };
  comment: { id: number; version: number; content: string };
  changed: { nickname?: { after: string } };
}

interface Told extends Version {
  type: string;
  data: Data;
}

/** Expects each version from the first on exactly once, and every acknowledged value in exactly one of them. */
function expectComplete(events: readonly Told[], values: readonly (string | undefined)[], thing: Changed) {
  expect(events.map(({ version }) => version)).toEqual(events.map((_event, at) => at + 1));
  const toldOnce = thing.acknowledged.filter((value) => values.filter((one) => one === value).length === 1);
  expect(toldOnce).toEqual(thing.acknowledged);
  expect(thing.sent).toEqual(expect.arrayContaining(values.filter((value) => value !== undefined)));
}

test('every acknowledged change of a record is published once despite kills of records', async () => {
  const things: Changed[] = [];
  for (let at = 0; at < writers; at += 1) {
    const { body } = await http.post(contacts, { json: { name: `Changed ${at}` } });
    things.push({ path: `${contacts}/${String(body['ID'])}`, sent: [], acknowledged: [] });
  }
  await changeThroughKills('records', things, (nickname) => ({ nickname }));
  await watch.take();

  for (const thing of things) {
    const id = Number(thing.path.split('/').at(-1));
    const events = await told('svc.events.record.contacts.*', ({ record }) =>
      record.id === id ? record : undefined,
    );
    const values = events.map(({ data }) => data.changed.nickname?.after);
    expectComplete(events, values, thing);

    // The history has the same changes, so no event was published for a write that did not happen.
    const history = await http.get<{ activity: { meta_key: string; object_note: string }[] }>(
      `${thing.path}/activity`,
    );
    const notes = history.body.activity.filter(({ meta_key: key }) => key === 'nickname');
    expect(notes.map(({ object_note: note }) => note).sort()).toEqual(
      values
        .filter((value) => value !== undefined)
        .map((value) => `Nickname changed to ${value}`)
        .sort(),
    );
    expect((await http.get(thing.path)).body['nickname']).toBe(values.at(-1));
  }
});

test('every acknowledged change of a comment is published once despite kills of comments', async () => {
  const { body } = await http.post(contacts, { json: { name: 'Talked about' } });
  const comments = `${contacts}/${String(body['ID'])}/comments`;
  const things: Changed[] = [];
  for (let at = 0; at < writers; at += 1) {
    const made = await http.post(comments, { json: { comment: `Comment ${at}` } });
    things.push({ path: `${comments}/${String(made.body['comment_ID'])}`, sent: [], acknowledged: [] });
  }
  await changeThroughKills('comments', things, (comment) => ({ comment }));
  await watch.take();

  type Listed = { comments: { comment_ID: string; comment_content: string }[] };
  const listed = await until(() => done(http.get<Listed>(comments)));
  for (const thing of things) {
    const id = Number(thing.path.split('/').at(-1));
    const events = await told('svc.events.comment.contacts.*', ({ comment }) =>
      comment.id === id ? comment : undefined,
    );
    const values = events.map(({ type, data }) =>
      type === 'svc.comment.created' ? undefined : data.comment.content,
    );
    expectComplete(events, values, thing);
    const shown = listed.comments.find(({ comment_ID }) => Number(comment_ID) === id);
    expect(shown?.comment_content).toBe(values.at(-1));
  }
});
