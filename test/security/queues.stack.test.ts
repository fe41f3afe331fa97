import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { recordsImport } from '@svc/contracts';
import { until } from '@svc/testing';
import { maxLocatedAddresses } from '@svc/records/geolocate-addresses';
import { maxUploads } from '@svc/records/uploads';
import { pageTable } from '../docs/page-table.ts';
import { api, make, type Answer, type Api } from '../support/http.ts';
import { metricOf } from '../support/metrics.ts';
import { createLink } from '../support/site-link.ts';
import { halfAnUpload, upload } from '../support/upload.ts';
import { uniqueWord, type TestUser, type World } from '../support/world.ts';
import { asAnswer, contacts, openLimitedWorld, worksAgain, type LimitedWorld } from './lowered-limits.ts';

let limited: LimitedWorld;
let world: World;
let mona: TestUser;
let asMona: Api;

beforeAll(async () => {
  limited = await openLimitedWorld();
  ({ world, mona, asMona } = limited);
});

afterAll(() => limited?.close());

afterEach(() => void limited.answerHeld());

const contact = () => make(asMona, contacts, { name: uniqueWord() });
const opsUrlOf = (service: string) => world.services.find((each) => each.service === service)?.opsUrl ?? '';
const shedBy = (service: string, queue: string) =>
  metricOf(opsUrlOf(service), 'svc_queue_shed_total', `queue="${queue}",reason="full"`);

const refusedAsBusy = { status: 503, body: { code: 'service_unavailable', data: { status: 503 } } };

/** Stops the database while work is done, so that requests stay where they are. */
async function whileDatabaseIsFrozen(work: () => Promise<void>): Promise<void> {
  const { pid } = world.stack.servers.find(({ name }) => name === 'mongodb') ?? {};
  if (pid === undefined) throw new Error('the database is no process of this machine');
  process.kill(pid, 'SIGSTOP');
  try {
    await work();
  } finally {
    process.kill(pid, 'SIGCONT');
  }
}

interface Row {
  readonly queue: string;
  readonly service: string;
  /** More than the queue takes. */
  readonly count: number;
  /** Whether the database keeps the work from ending; otherwise it takes long enough. */
  readonly isFrozen: boolean;
  prepare(): Promise<(index: number) => Promise<Pick<Answer<unknown>, 'status' | 'body'>>>;
}

const rows: readonly Row[] = [
  {
    queue: 'get',
    service: 'records',
    count: 40,
    isFrozen: true,
    prepare: async () => {
      const id = await contact();
      return () => asMona.get(`${contacts}/${id}`);
    },
  },
  {
    queue: 'list',
    service: 'records',
    count: 40,
    isFrozen: true,
    prepare: async () => (index) => asMona.get(contacts, { query: { name: [`n${index}`] } }),
  },
  {
    queue: 'list-queries',
    service: 'records',
    count: 12,
    isFrozen: true,
    prepare: async () => (index) => asMona.get(contacts, { query: { name: [`m${index}`] } }),
  },
  {
    queue: 'write',
    service: 'records',
    count: 40,
    isFrozen: true,
    prepare: async () => {
      const id = await contact();
      return (index) => asMona.post(`${contacts}/${id}`, { json: { nickname: `n${index}` } });
    },
  },
  {
    queue: 'bulk',
    service: 'records',
    count: 40,
    isFrozen: true,
    prepare: async () => () =>
      asMona.post(`${contacts}/batch`, { json: { items: [{ fields: { name: uniqueWord() } }] } }),
  },
  {
    queue: 'import',
    service: 'records',
    count: 8,
    isFrozen: true,
    prepare: async () => (index) =>
      asAnswer(
        world.ask(recordsImport, {
          source: 'https://source.test',
          post_type: 'contacts',
          records: [
            {
              source_id: index + 1,
              author_id: 0,
              created_at: 1_700_000_000,
              last_modified: 1_700_000_000,
              fields: { name: uniqueWord() },
              shared_with: [],
            },
          ],
        }),
      ),
  },
  {
    queue: 'passwords',
    service: 'users',
    count: 14,
    isFrozen: false,
    prepare: async () => () =>
      api(world).post('jwt-auth/v1/token', {
        json: { username: mona.username, password: mona.password },
      }),
  },
  {
    queue: 'pictures',
    service: 'records',
    count: 10,
    isFrozen: false,
    prepare: async () => {
      const id = await contact();
      const create = { width: 3_000, height: 3_000, channels: 3, background: '#a03060' } as const;
      const bytes = new Uint8Array(await sharp({ create }).jpeg().toBuffer());
      const files = [{ name: 'a.jpg', bytes, type: 'image/jpeg' }];
      return () => upload(world, mona.token, { id, fields: { meta_key: 'record_picture' }, files });
    },
  },
  {
    queue: 'other-sites',
    service: 'records',
    count: 12,
    isFrozen: false,
    prepare: async () => {
      // One for each transfer, which has the contact to itself.
      const ids: number[] = [];
      while (ids.length < 12) ids.push(await contact());
      const link = await createLink(world, {
        site1: world.gatewayUrl,
        site2: `http://127.0.0.1:${limited.elsewhere}`,
        type: 'contact_sharing',
      });
      return (index) =>
        asMona.post(`${contacts}/transfer`, { json: { contact_id: ids[index], site_post_id: link.id } });
    },
  },
];

/** Milliseconds for a burst to reach the queue. It is sent again when the gateway had to look up its caller in the frozen database. */
const burstMs = 4_000;

test.each(rows)(
  'the queue $queue refuses what is too much with 503, and goes on',
  async ({ queue, service, count, isFrozen, prepare }) => {
    const send = await prepare();
    const before = await shedBy(service, queue);
    const all: Promise<Pick<Answer<unknown>, 'status' | 'body'>>[] = [];
    const burst = async () => {
      for (let index = 0; index < count; index += 1) {
        all.push(send(index));
      }
      await until(async () => expect(await shedBy(service, queue)).toBeGreaterThan(before), burstMs);
    };
    await until(() => (isFrozen ? whileDatabaseIsFrozen(burst) : burst()));
    const answering = setInterval(limited.answerHeld, 50);
    const answers = await Promise.all(all).finally(() => clearInterval(answering));
    const refused = answers.filter(({ status }) => status === 503);
    expect(refused.length).toBeGreaterThan(0);
    for (const answer of refused) expect(answer).toMatchObject(refusedAsBusy);
    await worksAgain(asMona);
  },
);

test('the queue of geocoding leaves addresses as text', async () => {
  const before = await shedBy('records', 'geocoding');
  const contact_address = Array.from({ length: maxLocatedAddresses + 2 }, (_, index) => ({
    value: `${index} Long Road`,
    geolocate: true,
  }));
  const { status, body } = await asMona.post<{ ID: number; contact_address: { value: string }[] }>(contacts, {
    json: { name: uniqueWord(), contact_address },
  });
  expect(status).toBe(200);
  expect(body.contact_address.map(({ value }) => value)).toEqual(contact_address.map(({ value }) => value));
  expect(limited.answerHeld()).toBeLessThanOrEqual(maxLocatedAddresses);
  expect(await shedBy('records', 'geocoding')).toBeGreaterThan(before);
  await worksAgain(asMona);
});

const heldUploads = () => metricOf(opsUrlOf('gateway'), 'svc_queue_requests', 'queue="uploads"');

test('the queue of uploads refuses what is too much with 503, and goes on', async () => {
  const ends: (() => void)[] = [];
  const before = await shedBy('gateway', 'uploads');
  while ((await shedBy('gateway', 'uploads')) === before) {
    const { token } = await world.createUser({ role: 'multiplier' });
    const id = await make(api(world, token), contacts, { name: uniqueWord() });
    for (let count = 0; count < maxUploads; count += 1) {
      ends.push(halfAnUpload(world, token, { id, bytes: new Uint8Array(1_000) }));
      await until(async () => {
        const isRefused = (await shedBy('gateway', 'uploads')) > before;
        expect(isRefused || (await heldUploads()) === ends.length).toBe(true);
      });
    }
  }
  // One after the other: the queue of writes is short here.
  while (ends.length > 0) {
    ends.pop()?.();
    await until(async () => expect(await heldUploads()).toBeLessThanOrEqual(ends.length));
  }
  const uploads = world.databaseOf('records').collection('uploads');
  await until(async () => expect(await uploads.countDocuments()).toBe(0));
  const id = await contact();
  const files = [{ name: 'a.txt', bytes: 'a' }];
  const { status } = await upload(world, mona.token, { id, fields: { meta_key: 'x_files' }, files });
  expect(status).toBe(200);
});

test('each queue of the table is tried', () => {
  const tried = [...rows.map(({ queue }) => queue), 'geocoding', 'uploads'];
  expect(tried.sort()).toEqual(
    pageTable('operations/limits.md', 'Queues')
      .rows.map(([name]) => name)
      .sort(),
  );
});
