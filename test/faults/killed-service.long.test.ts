import { beforeAll, expect, test } from '@jest/globals';
import { until } from '@svc/testing';
import { instanceNames, type InstanceName } from '@svc/contracts';
import { api, type Api } from '../support/http.ts';
import { worldInCommon, type TestUser, type World } from '../support/world.ts';
import {
  ClientAtWork,
  contacts,
  described,
  searchPath,
  type AcknowledgedRecord,
  type Outcome,
} from './client-at-work.ts';

/** The maximum duration of any request in milliseconds: the deadline, and the delays of a busy machine. */
const maxRequestMs = 15_000;

/** The errors of connections to a killed gateway. */
const brokenConnection = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'];

let world: World;
let mona: TestUser;
let http: Api;

beforeAll(async () => {
  world = await worldInCommon('inEarnest');
  mona = await world.createUser({ role: 'multiplier' });
  http = api(world, mona.token);
});

test.each(instanceNames)('a client recovers from the death of %s', async (service) => {
  const client = new ClientAtWork(world, mona.token);
  await client.goOn();
  const before = client.outcomes.length;
  const instance = world.services.find((candidate) => candidate.service === service);
  await instance?.kill('SIGKILL');
  await instance?.ready();
  await client.goOn();
  await client.stop();

  const failed = client.outcomes.filter(({ answer }) => answer?.status !== 200);
  expect(failed.filter((outcome) => client.outcomes.indexOf(outcome) < before).map(described)).toEqual([]);
  expect(failed.filter((outcome) => !isReadable(outcome, service)).map(described)).toEqual([]);
  expect(client.surprises).toEqual([]);
  const slow = client.outcomes.filter(({ milliseconds }) => milliseconds > maxRequestMs);
  expect(slow.map(described)).toEqual([]);
  await everythingIsThere(client.records);
});

/** Whether an error has a code and `Retry-After`; a killed gateway may break the connection instead. */
function isReadable({ answer, failure }: Outcome, killed: InstanceName): boolean {
  if (!answer) return killed === 'gateway' && brokenConnection.includes(failure ?? '');
  const { code, message, data } = answer.body as { code?: string; message?: string; data?: object };
  return (
    answer.status === 503 &&
    ['service_unavailable', 'outcome_unknown', 'write_conflict'].includes(code ?? '') &&
    typeof message === 'string' &&
    Reflect.get(data ?? {}, 'status') === 503 &&
    Number(answer.headers.get('retry-after')) >= 1
  );
}

async function everythingIsThere(records: readonly AcknowledgedRecord[]): Promise<void> {
  expect(records.length).toBeGreaterThan(0);
  for (const record of records) {
    await Promise.all([fieldsAreThere(record), commentsAreThere(record), searchFinds(record)]);
  }
}

async function fieldsAreThere({ id, name, nicknames, unknown }: AcknowledgedRecord): Promise<void> {
  const { body } = await http.get(`${contacts}/${id}`);
  expect(body).toMatchObject({ ID: id, name });
  const possible = [nicknames.at(-1), ...unknown];
  expect(possible).toContain(body['nickname']);
  const history = await http.get<{ activity: { object_note: string }[] }>(`${contacts}/${id}/activity`);
  const notes = history.body.activity.map(({ object_note: note }) => note);
  for (const nickname of nicknames) {
    expect(notes.filter((note) => note === `Nickname changed to ${nickname}`)).toHaveLength(1);
  }
}

async function commentsAreThere({ id, comments }: AcknowledgedRecord): Promise<void> {
  await until(async () => {
    const { body } = await http.get<{ comments?: { comment_content: string }[] }>(
      `${contacts}/${id}/comments`,
    );
    const contents = body.comments?.map(({ comment_content: content }) => content);
    expect(contents).toEqual(expect.arrayContaining(comments));
  });
}

interface Hits {
  hits: { posts: { ID: number }[] }[];
}

async function searchFinds({ id, name }: AcknowledgedRecord): Promise<void> {
  await until(async () => {
    const query = { query: name, post_type: 'contacts', offset: 0 };
    const { body } = await http.get<Hits>(searchPath, { query });
    expect(body.hits?.flatMap(({ posts }) => posts).map(({ ID }) => ID)).toContain(id);
  });
}
