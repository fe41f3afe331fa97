import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { searchAdvanced, type Actor, type InputOf, type OutputOf } from '@svc/contracts';
import { until, userActor } from '@svc/testing';
import { Deadline, type BusCaller, type RunningService } from '@svc/service-kit';
import { SearchEngine } from './engine/search-engine.ts';
import { EngineDoor } from './testing/engine-door.ts';
import { searchOfSuite } from './testing/search-harness.ts';

const ann = userActor(3, 'Ann', ['access_contacts', 'access_groups']);
const bob = userActor(4, 'Bob', ['access_contacts']);
const shared_with = [ann.userId];

const search = searchOfSuite(0);
let door: EngineDoor;
let instance: RunningService;
let gateway: BusCaller;

/** As long as a client's request may take. */
const timeoutMs = 4_000;

type Asked = Partial<InputOf<typeof searchAdvanced>>;

/** An answer as the gateway gets it: with its warning, if it has any. */
async function answerTo(query: string, actor: Actor = ann, more: Asked = {}, milliseconds = timeoutMs) {
  const input = Buffer.from(JSON.stringify({ query, post_type: 'all', offset: 0, ...more }));
  const context = { caller: actor, requestId: randomUUID(), deadline: Deadline.after(milliseconds) };
  const { ok, warning, body } = await gateway.request(searchAdvanced, input, context);
  const answer = JSON.parse(Buffer.from(body).toString()) as OutputOf<typeof searchAdvanced>;
  if (!ok) throw new Error(JSON.stringify(answer));
  return { warning, answer, ids: answer.hits.flatMap(({ posts }) => posts.map(({ ID }) => ID)) };
}

const namesOnly = 'The search engine is not available; only names and channels were searched.';

/** The readiness of the service as `/readyz` puts it. */
async function readiness(): Promise<Record<string, string>> {
  const parts: Record<string, string> = {};
  for (const { name, check } of instance.checks) {
    const outcome = Promise.resolve(check());
    parts[name] = await outcome.then(() => 'ok').catch((error: Error) => error.message);
  }
  return parts;
}

/** Starts the service anew: another instance would ask the engine, or rest, as it has learnt by itself. */
async function restart(): Promise<void> {
  await search.stop(instance);
  instance = await search.start({ MEILI_URL: door.url });
}

const ready = () =>
  until(async () => expect(await readiness()).toEqual({ database: 'ok', events: 'ok', meilisearch: 'ok' }));

beforeAll(async () => {
  search.world.findsTexts = true;
  door = await EngineDoor.to(search.stack.meiliUrl);
  door.shut();
  instance = await search.start({ MEILI_URL: door.url, SEARCH_CHECK_AT: { hour: 3, minute: 30 } });
  gateway = (await search.harness.context('gateway')).caller;
});

afterAll(() => door?.close());

afterEach(() => {
  door.open();
  search.world.isWithoutComments = false;
});

test('the service starts without the engine and is ready when the engine is available', async () => {
  await search.world.create({ name: 'Early' });
  // The bus counts what a consumer has before it a little later.
  const { next_check_at, ...rest } = await until(async () => {
    const { lag, ...told } = await search.status();
    expect(lag).toEqual({ events: 1, jobs: 0, set_aside: 0 });
    return told;
  });
  expect(next_check_at).toMatch(/T03:30:00\.000Z$/);
  expect(rest).not.toHaveProperty('check');
  expect(await readiness()).toEqual({
    database: 'ok',
    events: 'ok',
    meilisearch: `Meilisearch at ${door.url} is not usable: it did not answer; check MEILI_URL`,
  });
  door.open();
  await ready();
  expect(await search.search('x', ann)).toEqual({ hits: [], total_hits: 0 });
});

test('the status shows the count and age of waiting jobs until they are done', async () => {
  await until(async () => expect((await search.status()).lag).toMatchObject({ events: 0, engine_tasks: 0 }));
  await search.rebuilt();
  door.shut();
  await search.world.create({ name: 'Late' });
  await until(async () => {
    const { lag } = await search.status();
    expect(lag).toEqual({ events: 0, jobs: 1, oldest_job: expect.any(Number), set_aside: 0 });
    expect(lag.oldest_job).toBeGreaterThan(0);
  });
  door.open();
  await search.settled();
  expect((await search.status()).lag).toEqual({ events: 0, jobs: 0, set_aside: 0, engine_tasks: 0 });
});

test('a key that the engine rejects is reported with its setting', async () => {
  const engine = new SearchEngine({ url: search.stack.meiliUrl, key: 'another', prefix: 'svc_' });
  await expect(engine.check()).rejects.toThrow('rejected the key in MEILI_KEY');
});

test('changes during an outage of the engine are found after it', async () => {
  await ready();
  door.shut();
  const id = await search.world.create({ name: 'Meanwhile', shared_with });
  await search.world.comment(id, 'spoken meanwhile');
  const gone = await search.world.create({ name: 'Meanwhile gone', shared_with });
  await search.world.delete(gone);
  expect(await search.names('spoken', ann)).toEqual([]);
  expect(await search.names('meanwhile', ann)).toEqual(['Meanwhile']);
  door.open();
  await until(async () => expect(await search.names('spoken', ann)).toEqual(['Meanwhile']));
  await search.settled();
  expect(await search.names('meanwhile', ann)).toEqual(['Meanwhile']);
});

test('a request that the engine accepts after a later one does not bring back an old name', async () => {
  await ready();
  const id = await search.world.create({ name: 'First', shared_with });
  await search.settled();
  const frozen = Promise.withResolvers<void>();
  door.holdBack('Second', frozen.promise);
  await search.world.update(id, { name: 'Second' });
  await until(async () => expect((await search.status()).lag).toMatchObject({ jobs: 1 }));
  await search.world.update(id, { name: 'Third' });
  const nameInIndex = async () => (await search.index('records').getDocument(id))['name'];
  await until(async () => expect(await nameInIndex()).toBe('Third'));
  frozen.resolve();
  await until(async () => expect(await nameInIndex()).toBe('Second'));
  await search.settled();
  expect(await nameInIndex()).toBe('Third');
});

describe.each([
  ['is unreachable', () => door.shut()],
  ['does not answer', () => door.block()],
])('while the engine %s', (_how, stop) => {
  test('names and channels are searched in the database with a warning, and all fields after the outage', async () => {
    await ready();
    const id = await search.world.create({ name: 'Fallen back', shared_with });
    const texts = [{ field: 'nickname', text: 'Fallen' }];
    const nicknamed = await search.world.create({ name: 'Anybody', texts, shared_with });
    await search.world.create({ name: 'Fallen and hidden', shared_with: [bob.userId] });
    const group = await search.world.create({ name: 'Fallen group', post_type: 'groups', shared_with });
    const channel = [{ field: 'contact_x', text: 'Fallen' }];
    const phoned = await search.world.create({ name: 'Phoned', texts: channel, shared_with });
    const ids = [id, nicknamed, phoned, group];
    const whole = await until(async () => {
      const found = await answerTo('fallen');
      expect(found).toMatchObject({ ids, warning: undefined });
      return found;
    });
    stop();
    const less = await answerTo('fallen');
    expect(less).toMatchObject({ ids: [id, phoned, group], warning: namesOnly });
    searchAdvanced.output.parse(less.answer);
    const [before] = whole.answer.hits;
    const posts = before?.posts.filter(({ ID }) => ID !== nicknamed);
    expect(less.answer.hits[0]).toEqual({ ...before, posts, total: 2, total_count: 2, offset: 2 });
    door.open();
    await until(async () => expect(await answerTo('fallen')).toMatchObject({ ids, warning: undefined }));
    for (const each of ids) await search.world.delete(each);
    await search.settled();
  });

  test('records are found by id, and searches of comments only find nothing', async () => {
    const id = await search.world.create({ name: 'Numbered', shared_with });
    stop();
    expect(await answerTo(String(id))).toMatchObject({ ids: [id], warning: namesOnly });
    expect(await answerTo(String(id), bob)).toMatchObject({ ids: [], warning: namesOnly });
    expect(await answerTo('numbered', ann, { comment: true })).toMatchObject({ ids: [], warning: namesOnly });
    expect(await answerTo('x'.repeat(100_000))).toMatchObject({ ids: [], warning: namesOnly });
  });
});

test('when records times out the hits of the engine are returned with a warning', async () => {
  const ids = [await search.world.create({ name: 'Punctual', shared_with })];
  await until(async () => expect(await answerTo('punctual')).toMatchObject({ ids, warning: undefined }));
  await search.settled();
  const late = Promise.withResolvers<void>();
  search.world.lateness = late.promise;
  try {
    const warning =
      'The database did not answer in time; names and channels were searched in the index alone.';
    // The engine has half of it, also on a busy machine.
    expect(await answerTo('punctual', ann, {}, 3 * timeoutMs)).toMatchObject({ ids, warning });
    door.shut();
    await expect(answerTo('punctual')).rejects.toThrow('service_unavailable');
  } finally {
    late.resolve();
  }
});

test('during a rebuild of lost indexes names are found with a warning, and all fields after it', async () => {
  const texts = [{ field: 'nickname', text: 'Refilled' }];
  const ids = [search.world.nextId(), search.world.nextId()] as const;
  search.world.change(ids[0], { name: 'Refilled', shared_with });
  search.world.change(ids[1], { name: 'Whoever', texts, shared_with });
  for (const name of ['records', 'comments'] as const)
    await search.engine.client.deleteIndex(search.engine.indexUid(name)).waitTask();
  const silence = Promise.withResolvers<void>();
  search.world.silence = silence.promise;
  await restart();
  const warning =
    'The search index is being built. Names and channels were searched in the database, everything else in the part that is built.';
  await until(async () => expect(await answerTo('refilled')).toMatchObject({ warning, ids: [ids[0]] }));
  silence.resolve();
  await until(async () => expect(await answerTo('refilled')).toMatchObject({ warning: undefined, ids }));
});

test('during an outage of comments no comments are returned and a warning is sent', async () => {
  const id = await search.world.create({ name: 'Said something', shared_with });
  const named = await search.world.create({ name: 'Unconfirmed', shared_with });
  await search.world.comment(id, 'unconfirmed');
  await until(async () => expect((await answerTo('unconfirmed')).ids).toEqual([named, id]));
  search.world.isWithoutComments = true;
  const warning = 'The comments service is not available; comments were not searched.';
  await until(async () => expect(await answerTo('unconfirmed')).toMatchObject({ ids: [named], warning }));
  await until(async () =>
    expect(await answerTo('unconfirmed', ann, { post: true })).toMatchObject({ warning: undefined }),
  );
});
