import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  commentsSearchDocuments,
  recordsSearchDocuments,
  searchRebuild,
  searchStatus,
  type Rebuild,
} from '@svc/contracts';
import { sized, until } from '@svc/testing';
import { api, done, type Api } from '../support/http.ts';
import { openWorld, type World } from '../support/world.ts';

const contacts = sized(900, 1_500);
const batchSize = contacts / 3;
/** Each kills one of the two instances. */
const rounds = sized(2, 4);
const path = 'svc-posts/v2/contacts';

let world: World;
let http: Api;
const ids: number[] = [];

beforeAll(async () => {
  world = await openWorld({ isAlone: true, instances: { search: 2 }, maxPauseMs: 200 });
  const mona = await world.createUser({ role: 'multiplier' });
  http = api(world, mona.token);
  for (let batch = 0; batch < contacts / batchSize; batch += 1) await createBatch(`Old ${batch}`);
});

afterAll(() => world?.close());

const fieldsOf = (name: string) => ({ name, contact_phone: [{ value: '+49 151 2345' }] });

async function create(name: string): Promise<void> {
  const { body } = await http.post(path, { json: fieldsOf(name) });
  ids.push(body['ID'] as number);
}

async function createBatch(name: string): Promise<void> {
  const items = Array.from({ length: batchSize }, (_, at) => ({ fields: fieldsOf(`${name} ${at}`) }));
  const sent = http.post<{ results: { ID: number }[] }>(`${path}/batch`, { json: { items } });
  ids.push(...(await done(sent)).results.map(({ ID }) => ID));
}

/** Writes sequentially until it is stopped. */
function writing() {
  let isOver = false;
  const write = async () => {
    for (let change = 0; !isOver; change += 1) {
      const id = ids[(change * 7) % ids.length];
      if (change % 4 === 0) await create(`New ${change}`);
      else if (change % 4 === 1) await http.post(`${path}/${id}`, { json: { nickname: `Nick ${change}` } });
      else if (change % 4 === 2)
        await http.post(`${path}/${id}/comments`, { json: { comment: `said ${change}` } });
      else await http.delete(`${path}/${ids.splice((change * 7) % ids.length, 1)[0]}`);
    }
  };
  const working = write();
  return async () => {
    isOver = true;
    await working;
  };
}

const rebuildNow = async (): Promise<Rebuild | undefined> => (await world.ask(searchStatus, {})).rebuild;

test('a rebuild completes after kills of search instances, with all records written meanwhile', async () => {
  const stop = writing();
  const instances = world.services.filter(({ service }) => service === 'search');
  for (let round = 0; round < rounds; round += 1) {
    const { has_begun } = await until(() => world.ask(searchRebuild, {}));
    expect(has_begun).toBe(true);
    const killed = instances[round % instances.length];
    await killed?.kill('SIGKILL');
    await killed?.ready();
    await until(async () =>
      expect(await rebuildNow()).toMatchObject({ state: 'done', ended_at: expect.any(String) }),
    );
  }
  await stop();
  await world.settled();
  await until(async () => {
    expect((await world.ask(searchStatus, {})).lag).toEqual({
      events: 0,
      jobs: 0,
      set_aside: 0,
      engine_tasks: 0,
    });
  });
  expect(await versionsIn('svc_records')).toEqual(await versionsAt(recordsSearchDocuments));
  expect(new Set((await versionsIn('svc_comments')).keys())).toEqual(
    new Set((await versionsAt(commentsSearchDocuments)).keys()),
  );
  expect(await indexes()).toEqual(['svc_comments', 'svc_records']);
});

async function versionsAt(
  operation: typeof recordsSearchDocuments | typeof commentsSearchDocuments,
): Promise<Map<number, number>> {
  const versions = new Map<number, number>();
  for (let after = 0; ;) {
    const { documents } = await world.ask<unknown, { documents: { id: number; version: number }[] }>(
      operation,
      {
        after,
        limit: 500,
      },
    );
    for (const { id, version } of documents) versions.set(id, version);
    const last = documents.at(-1);
    if (!last) return versions;
    after = last.id;
  }
}

async function versionsIn(index: string): Promise<Map<number, number>> {
  const { results } = await engine(`indexes/${index}/documents?limit=100000&fields=id,version`);
  return new Map((results as { id: number; version: number }[]).map(({ id, version }) => [id, version]));
}

async function indexes(): Promise<string[]> {
  const { results } = await engine('indexes?limit=100');
  return (results as { uid: string }[]).map(({ uid }) => uid).sort();
}

async function engine(request: string): Promise<{ results: unknown[] }> {
  const { meiliUrl, meiliKey } = world.stack;
  const response = await fetch(`${meiliUrl}/${request}`, {
    headers: { authorization: `Bearer ${meiliKey}` },
  });
  return (await response.json()) as { results: unknown[] };
}
