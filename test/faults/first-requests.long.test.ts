import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { InstanceName } from '@svc/contracts';
import { sampled, until } from '@svc/testing';
import { api, type Answer, type Api } from '../support/http.ts';
import { createLink, transferTokenOf, type TestLink } from '../support/site-link.ts';
import { deadlineInEarnest, openWorld, type TestUser, type World } from '../support/world.ts';

const contacts = 'svc-posts/v2/contacts';
const locations = 'svc-mobile-app/v1/locations';
const changes = 'svc-mobile-app/v1/location-data';
const placesPath = 'svc/v1/mapping_module/search_location_grid_by_name';
const counts = 'svc/v1/mapping_module/location_counts?post_type=contacts&parent=1';
const busyLoops = 2 * availableParallelism();
/** Less than the number of rows of the built-in grid. */
const manyPlaces = 37_000;

let world: World;
let mona: TestUser;
/** The API as an administrator. */
let http: Api;
/** A site link from the installation to itself, to send contacts over. */
let link: TestLink;
let contact: number;
/** The id of a place, and its name. */
let place: string;
let placeName: string;
/** The create body of contacts. */
let filled: object = { name: 'Zzem Amina', type: 'access', tags: { values: [{ value: 'zzem' }] } };
/** Contacts to transfer. */
let toSend: number[];
/** The loops use the CPU while this is 1: during requests, not during the start of processes. */
const isBusy = new Int32Array(new SharedArrayBuffer(4));
const loop = `
  const isBusy = require('node:worker_threads').workerData;
  for (;;) if (Atomics.load(isBusy, 0) === 0) Atomics.wait(isBusy, 0, 0);
`;
const loops = Array.from({ length: busyLoops }, () => new Worker(loop, { eval: true, workerData: isBusy }));

beforeAll(async () => {
  const env = { BUILT_IN_GRID: 'true', DEBUG_MODE: 'true', ALLOWED_PRIVATE_HOSTS: '127.0.0.1' };
  world = await openWorld({
    maxPauseMs: 200,
    env: { ...deadlineInEarnest, ...env, PUBLIC_URL: 'http://here.example.test' },
  });
  http = api(world, (await world.createUser({ role: 'administrator' })).token);
  mona = await world.createUser({ role: 'multiplier' });
  const sites = { site1: 'http://here.example.test', site2: world.gatewayUrl };
  link = await createLink(world, { ...sites, label: 'There', type: 'contact_sharing' });
  await until(async () => {
    const { total, location_grid: names } = (await http.get<Names>(locations)).body;
    expect(total).toBeGreaterThan(manyPlaces);
    place = Object.keys(names).at(-1) ?? '';
    placeName = names[place] ?? '';
  });
  filled = { ...filled, location_grid: { values: [{ value: place }] } };
  const group = await make('svc-posts/v2/groups', { name: 'Zzem House' });
  contact = await make(contacts, { ...filled, groups: { values: [{ value: group }] } });
  toSend = await Promise.all([1, 2, 3, 4].map(() => make(contacts, filled)));
  await http.post(`${contacts}/${contact}/comments`, { json: { comment: 'Called' } });
  await until(async () => expect((await http.get(searchPath)).body['total_hits']).toBeGreaterThan(0));
});

afterAll(async () => {
  await Promise.all(loops.map((loop) => loop.terminate()));
  await world?.close();
});

interface Names {
  location_grid: Record<string, string>;
  total: number;
}

const searchPath = 'svc-posts/v2/posts/search/advanced_search?query=zzem&post_type=all&offset=0';

/** Creates a record with retries: while the grid is being stored on a busy machine, that may exceed the deadline. */
async function make(path: string, json: object): Promise<number> {
  const headers = { 'idempotency-key': randomUUID() };
  return until(async () => {
    const { status, body, text } = await http.post(path, { json, headers });
    if (status !== 200) throw new Error(text);
    return Number(body['ID']);
  });
}

type FirstRequest = readonly [
  service: InstanceName,
  what: string,
  ask: () => Promise<Answer<unknown>>,
  /** The expected body of the answer with status 200. */
  expected: () => unknown,
];

const having = (values: object): unknown => expect.objectContaining(values);
const listing = (value: unknown): unknown => expect.arrayContaining([value]);
const amina = () => having({ posts: listing(having({ ID: contact, name: 'Zzem Amina' })) });
const found = () => having({ posts: listing(having({ post_title: 'Zzem Amina' })) });
const places = () => having({ location_grid: listing(having({ ID: place })) });
const created = () => having({ ID: expect.any(Number) });
const list = () => http.get(contacts);
const search = (filter: string) => () => http.get(placesPath, { query: { s: placeName, filter } });
const transfer = () =>
  http.post(`${contacts}/transfer`, { json: { contact_id: toSend.pop(), site_post_id: link.id } });
const overLink = () => api(world, transferTokenOf(link)).post(contacts, { json: filled });
const nearby = () => http.get(`${contacts}/assignment-list?location_ids[]=${place}`);
const comments = () => http.get(`${contacts}/${contact}/comments`);
const named = () => ({ [place]: placeName });
const shown = () => [having({ id: Number(place), label: placeName })];
const login = ({ username, password }: TestUser) =>
  http.post('jwt-auth/v1/token', { json: { username, password } });

const firstRequests: readonly FirstRequest[] = [
  ['records', 'all places', () => http.get(locations), () => having({ location_grid: having(named()) })],
  [
    'records',
    'their last change',
    () => http.get(changes),
    () => ({ last_modified_date: expect.any(String) }),
  ],
  ['records', 'places by name', search('all'), places],
  ['records', 'used places by name', search('used'), places],
  ['records', 'counts by place', () => http.get(counts), () => having({ parent: having({ grid_id: 1 }) })],
  ['records', 'users by place', nearby, () => listing(having({ ID: mona.id }))],
  ['records', 'a record', () => http.get(`${contacts}/${contact}`), () => having({ location_grid: shown() })],
  ['records', 'a list', list, amina],
  ['records', 'a list by text', () => http.get(`${contacts}?text=amina`), amina],
  ['records', 'a picker', () => http.get(`${contacts}/compact?s=amina`), amina],
  ['records', 'settings', () => http.get(`${contacts}/settings`), () => having({ post_type: 'contacts' })],
  ['records', 'a create', () => http.post(contacts, { json: filled }), created],
  ['records', 'a transfer', transfer, () => true],
  ['users', 'a transfer', transfer, () => true],
  ['users', 'a request of a site link', overLink, created],
  ['users', 'a login', () => login(mona), () => having({ token: expect.any(String) })],
  ['users', 'a list', list, amina],
  [
    'comments',
    'comments',
    comments,
    () => having({ comments: listing(having({ comment_content: 'Called' })) }),
  ],
  ['comments', 'a transfer', transfer, () => true],
  ['search', 'a search', () => http.get(searchPath), () => having({ hits: listing(found()) })],
  ['gateway', 'a list', list, amina],
  ['gateway', 'a transfer', transfer, () => true],
  ['gateway', 'a request of a site link', overLink, created],
];

/** As many first requests come to a process at the same time. */
const together = 4;

const starts = [...Map.groupBy(firstRequests, ([service]) => service)].flatMap(([service, requests]) =>
  Array.from({ length: Math.ceil(requests.length / together) }, (_, start) => {
    const firsts = requests.slice(start * together, (start + 1) * together);
    return { service, firsts, what: firsts.map(([, what]) => what).join(', ') };
  }),
);

test.each(sampled(starts, 0.5, ({ service }) => [service]))(
  'the first requests after a start of $service are answered in time: $what',
  async ({ service, firsts }) => {
    const instance = world.services.find((candidate) => candidate.service === service);
    await instance?.kill('SIGKILL');
    await instance?.ready();
    const answers = await whileBusy(() => Promise.all(firsts.map(([, , ask]) => ask())));
    expect(answers.map(({ status, body }) => ({ status, body }))).toEqual(
      firsts.map(([, , , expected]) => ({ status: 200, body: expected() })),
    );
  },
);

async function whileBusy<Result>(work: () => Promise<Result>): Promise<Result> {
  Atomics.store(isBusy, 0, 1);
  Atomics.notify(isBusy, 0);
  try {
    return await work();
  } finally {
    Atomics.store(isBusy, 0, 0);
  }
}
