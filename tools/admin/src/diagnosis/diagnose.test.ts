import { expect, test } from '@jest/globals';
import {
  allCommands,
  commandConsumer,
  eventConsumers,
  instanceNames,
  serviceOf,
  type DatabaseStatus,
  type DegradedState,
  type InstanceName,
} from '@svc/contracts';
import type { Instance } from '@svc/service-kit';
import { diagnose, rules } from './diagnose.ts';
import type { ConsumerFacts, Facts, JetStreamFacts } from './collect-facts.ts';

const at = Date.parse('2026-06-01T00:00:00.000Z');
const inDays = (days: number) => new Date(at + days * 86_400_000).toISOString();

const database = {
  name: 'svc_records',
  version: '8.2.6',
  hosts: ['db.example.org:27017'],
  is_authenticated: true,
  clock_ms: 0,
  majority_lag: 0,
  schema: { stored: 3, known: 3, is_migrating: false },
  outbox: { waiting: 0, refused: 0 },
  bytes: 1_000,
  disk: { used: 50, total: 100 },
};

const instanceOf = (service: Instance['service'], more: Partial<Instance> = {}): Instance => ({
  service,
  instance: `${service}-1`,
  host: 'one',
  pid: 1,
  version: '0.1.0',
  started_at: inDays(-1),
  now: at,
  key: 'a',
  parts: service === 'gateway' ? { bus: 'ok' } : { bus: 'ok', database: 'ok' },
  warnings: {},
  clock_ms: 0,
  ...(service !== 'gateway' && { database }),
  ...more,
});

const consumers: ConsumerFacts[] = [
  ...Object.values(eventConsumers),
  ...[...new Set(allCommands.map(serviceOf))].map(commandConsumer),
].map(({ durable }) => ({
  name: durable,
  pending: 0,
  unacknowledged: 0,
  redelivered: 0,
  idle: 100,
}));

const jetstream: JetStreamFacts = { clock_ms: 0, storage: { used: 1 }, streams: [], consumers };
const lag = { events: 0, jobs: 0, set_aside: 0, engine_tasks: 0 };
const well: Facts = {
  at,
  instances: instanceNames.map((service) => instanceOf(service)),
  badAnswers: [],
  bus: { version: '2.14.0', jetstream },
  index: { lag },
  certificates: [{ of: 'https://records.example.org', ends_at: inDays(60) }],
  keys: { records: [{ id: 'a', notBefore: 0 }] },
};

const withInstance = (service: Instance['service'], more: Partial<Instance>): Facts => ({
  ...well,
  instances: well.instances.map((each) => (each.service === service ? { ...each, ...more } : each)),
});
const withDatabase = (more: Partial<DatabaseStatus>) =>
  withInstance('records', { database: { ...database, ...more } });
const withJetStream = (more: Partial<JetStreamFacts>): Facts => ({
  ...well,
  bus: { ...well.bus, jetstream: { ...jetstream, ...more } },
});
const withConsumer = (more: Partial<ConsumerFacts>) =>
  withJetStream({
    consumers: consumers.map((each) => (each.name === 'search-records' ? { ...each, ...more } : each)),
  });
const withIndex = (more: Partial<NonNullable<Facts['index']>>): Facts => ({
  ...well,
  index: { lag, ...more },
});
const failed = { begun_at: inDays(0), ended_at: inDays(0), state: 'failed' as const };
const done = { done: 0, of: 0 };
const counted = { at_source: {}, in_index: {}, compared: 0, missing: 0, stale: 0, left_over: 0 };
/** Records has a key that it signs with already, and one from this moment on. */
const withNewKey = (notBefore: number): Facts => ({
  ...well,
  keys: {
    records: [
      { id: 'b', notBefore },
      { id: 'a', notBefore: 0 },
    ],
  },
});

test('a healthy deployment has no findings', () => {
  expect(diagnose(well)).toEqual([]);
});

const why = 'the reason';
/** States that a service reports by itself. */
const degradedCases = (service: InstanceName, ...states: DegradedState[]): typeof cases =>
  Object.fromEntries(
    states.map((state) => [state, [withInstance(service, { degraded: { [state]: why } }), service, why]]),
  );

/** Code → facts that are one such finding, and what it says. */
const cases: Record<string, [facts: Facts, part: string, what: string]> = {
  ...degradedCases('search', 'search_key_rights', 'search_index_missing', 'search_disk_full'),
  ...degradedCases('users', 'work_late'),
  ...degradedCases('records', 'backup_old', 'backup_drill_failed'),
  service_silent: [
    { ...well, instances: well.instances.filter(({ service }) => service !== 'comments') },
    'comments',
    'no instance of comments answered within three seconds',
  ],
  answer_untrusted: [
    { ...well, badAnswers: [{ service: 'users', reason: 'users has no such key' }] },
    'users',
    'an answer of users was rejected: users has no such key',
  ],
  not_ready: [
    withInstance('records', { parts: { bus: 'ok', database: 'the database does not answer' } }),
    'records',
    'records reports database: the database does not answer',
  ],
  service_warning: [
    withInstance('gateway', { warnings: { bus: 'NATS lets anybody in' } }),
    'gateway',
    'gateway reports NATS lets anybody in',
  ],
  versions_differ: [
    withInstance('gateway', { version: '0.2.0' }),
    'services',
    'instances run different versions: 0.2.0 (gateway) and 0.1.0 (records, comments, users, search)',
  ],
  extension_failing: [
    withInstance('records', {
      extension_failures: [
        {
          extension: 'trainings',
          hook: 'svc_post_create_fields',
          outcome: 'timeout',
          count: 3,
          last_at: inDays(-0.5),
        },
      ],
    }),
    'records',
    'the extension trainings did not answer in time in svc_post_create_fields of records 3 times, most recently at 2026-05-31T12:00:00.000Z',
  ],
  jetstream_unavailable: [
    { ...well, bus: { ...well.bus, jetstream: 'jetstream not enabled' } },
    'NATS',
    'JetStream does not answer: jetstream not enabled',
  ],
  consumer_stopped: [
    withConsumer({ pending: 3, idle: 61 }),
    'search-records',
    'the consumer search-records has stopped: 3 messages wait, the last delivery was 61 s ago',
  ],
  consumer_behind: [
    withConsumer({ pending: 1_000, idle: 1 }),
    'search-records',
    'the consumer search-records is behind by 1000 messages',
  ],
  consumer_retrying: [
    withConsumer({ redelivered: 2 }),
    'search-records',
    '2 messages of the consumer search-records failed and are being retried',
  ],
  consumer_missing: [
    withJetStream({ consumers: consumers.filter(({ name }) => name !== 'search-records') }),
    'search-records',
    'search has not created its consumer search-records yet',
  ],
  dead_letters: [
    withJetStream({ streams: [{ name: 'SVC_DEAD_LETTERS', messages: 4, bytes: 9 }] }),
    'NATS',
    '4 messages failed permanently and are dead letters (stream SVC_DEAD_LETTERS)',
  ],
  stream_filling: [
    withJetStream({
      streams: [{ name: 'SVC_EVENTS', messages: 4, bytes: 8_000_000, max_bytes: 10_000_000 }],
    }),
    'SVC_EVENTS',
    'the stream SVC_EVENTS holds 8.0 MB of 10 MB; at the limit it drops the oldest messages',
  ],
  database_unknown: [
    {
      ...well,
      instances: well.instances.map(({ database: known, ...each }) =>
        each.service === 'users' || !known ? each : { ...each, database: known },
      ),
    },
    'users',
    'users could not measure its database within 1.5 seconds',
  ],
  majority_behind: [
    withDatabase({ majority_lag: 11 }),
    'MongoDB',
    'a majority of the replica set is 11 s behind: writes wait for it',
  ],
  database_newer: [
    withDatabase({ schema: { stored: 4, known: 3, is_migrating: false } }),
    'records',
    'svc_records has schema version 4, and records runs a program for version 3',
  ],
  migration_unfinished: [
    withDatabase({ schema: { stored: 2, known: 3, is_migrating: true } }),
    'records',
    'the migration of svc_records from schema version 2 is unfinished',
  ],
  index_missing: [
    withDatabase({ missing_indexes: ['records: postType_1'] }),
    'records',
    'svc_records lacks an index that records needs: records: postType_1',
  ],
  outbox_stuck: [
    withDatabase({ outbox: { waiting: 7, oldest: 31, refused: 0 } }),
    'records',
    '7 events and commands of records wait to be published, the oldest for 31 s',
  ],
  outbox_refused: [
    withDatabase({ outbox: { waiting: 0, refused: 1 } }),
    'records',
    'JetStream permanently rejects 1 items of the outbox of records (collection outbox of svc_records)',
  ],
  index_rebuild_failed: [
    withIndex({ rebuild: { ...failed, failure: 'no space', seconds: 1, records: done, comments: done } }),
    'search',
    'the last rebuild of the search index failed: no space',
  ],
  index_jobs_set_aside: [
    withIndex({ lag: { ...lag, set_aside: 2 } }),
    'search',
    '2 changes could not be written to the search index',
  ],
  index_check_failed: [
    withIndex({
      check: { ...failed, failure: 'no answer', is_thorough: false, records: counted, comments: counted },
    }),
    'search',
    'the last check of the search index failed: no answer',
  ],
  disk_full: [
    { ...well, folder: { path: '/data', used: 95e9, total: 100e9 } },
    'data folder',
    'the disk of /data is 95 % full: 5.0 GB of 100 GB are free',
  ],
  disk_filling: [
    withJetStream({ storage: { used: 80e6, max: 100e6 } }),
    'NATS',
    'the storage of JetStream is 80 % full: 20 MB of 100 MB are free',
  ],
  clock_wrong: [
    withInstance('users', { clock_ms: -4_200, host: 'two' }),
    'users',
    'the clock of two (users) is 4.2 s behind the clock of this machine',
  ],
  clock_differs: [
    withJetStream({ clock_ms: 6_000 }),
    'NATS',
    'the clock of NATS is 6.0 s ahead of the clock of this machine',
  ],
  certificate_ended: [
    { ...well, certificates: [{ of: 'MongoDB at db', ends_at: inDays(-1) }] },
    'MongoDB at db',
    'the certificate of MongoDB at db has ended on 2026-05-31',
  ],
  certificate_ends: [
    { ...well, certificates: [{ of: 'https://x.test', ends_at: inDays(21) }] },
    'https://x.test',
    'the certificate of https://x.test ends on 2026-06-22',
  ],
  certificate_unseen: [
    { ...well, certificates: [{ of: 'https://x.test', failure: 'no answer in time' }] },
    'https://x.test',
    'the certificate of https://x.test could not be read: no answer in time',
  ],
  bus_key_not_taken: [
    withNewKey(at - 60_000),
    'records',
    'records (records-1) still signs with its old key, which is trusted until 2026-06-01T00:04:00.000Z',
  ],
  bus_key_begins: [
    withNewKey(at + 60_000),
    'records',
    'the new key of records becomes valid at 2026-06-01T00:01:00.000Z',
  ],
  key_old: [
    withInstance('users', { login_key_made_at: inDays(-400) }),
    'key of logins',
    'the key of logins is 400 days old; `npm run admin -- keys rotate` replaces them',
  ],
  setting_unsafe: [
    withInstance('gateway', {
      unsafe: {
        DEBUG_MODE: 'requests of requests of requests of requests of site links are accepted without HTTPS',
      },
    }),
    'gateway',
    'DEBUG_MODE is on in gateway: requests of requests of requests of requests of site links are accepted without HTTPS',
  ],
  public_url_plain: [
    withInstance('gateway', { public_url: 'http://records.example.org' }),
    'gateway',
    'clients reach the service without TLS, at http://records.example.org',
  ],
  database_open: [
    withDatabase({ is_authenticated: false }),
    'MongoDB',
    'records connects to svc_records without a user, and so can everybody who reaches db.example.org:27017',
  ],
  engine_open: [
    withInstance('search', { engine: { url: 'http://meili:7700', has_key: false } }),
    'Meilisearch',
    'MEILI_KEY is empty: everybody who reaches http://meili:7700 can read the index',
  ],
};

test('every rule has a case', () => {
  expect(Object.keys(cases).sort()).toEqual(Object.keys(rules).sort());
});

test.each(Object.entries(cases))('%s is the only finding of its case', (code, [facts, part, what]) => {
  const { severity, todo } = rules[code] ?? {};
  expect(diagnose(facts)).toEqual([{ code, severity, part, what, todo }]);
});

test.each<[string, Facts]>([
  [
    'a local database without authentication is not a finding',
    withDatabase({ is_authenticated: false, hosts: ['127.0.0.1:27017'] }),
  ],
  [
    'a local public URL without TLS is not a finding',
    withInstance('gateway', { public_url: 'http://127.0.0.1:8080' }),
  ],
  [
    'a failure of an extension more than a day ago is not a finding',
    withInstance('users', {
      extension_failures: [
        { extension: 'trainings', hook: 'setup', outcome: 'unhandled', count: 1, last_at: inDays(-1.1) },
      ],
    }),
  ],
  ['an idle consumer without messages is not a finding', withConsumer({ pending: 0, idle: 1e6 })],
  [
    'an idle consumer of a stranger with messages is not a finding',
    withJetStream({
      consumers: [
        ...consumers,
        { ...(consumers[0] as ConsumerFacts), name: 'reports', pending: 5_000, idle: 1e6, redelivered: 3 },
      ],
    }),
  ],
  [
    'a full stream of views is not a finding',
    withJetStream({ streams: [{ name: 'SVC_VIEWS', messages: 1, bytes: 9, max_bytes: 10 }] }),
  ],
  [
    'a recent backlog in an outbox is not a finding',
    withDatabase({ outbox: { waiting: 700, oldest: 1, refused: 0 } }),
  ],
])('%s', (_why, facts) => {
  expect(diagnose(facts)).toEqual([]);
});

test('a finding of all instances of a service appears once, a finding of one instance names it', () => {
  const two = [instanceOf('records'), instanceOf('records', { instance: 'records-2' })];
  const rest = well.instances.filter(({ service }) => service !== 'records');
  const say = (warning: string) => ({ warnings: { x: warning } });
  const told = (instances: Instance[]) =>
    diagnose({ ...well, instances: [...instances, ...rest] }).map(({ what }) => what);
  expect(told(two.map((each) => ({ ...each, ...say('y') })))).toEqual(['records reports y']);
  expect(told(two.map((each, index) => (index === 0 ? each : { ...each, ...say('y') })))).toEqual([
    'records (records-2) reports y',
  ]);
});

test('a different clock is one finding for all services of its host, or of this machine when all others agree', () => {
  const off = (clock_ms: number, instances: readonly Instance[]) =>
    instances.map((each) => ({ ...each, clock_ms }));
  const told = (facts: Facts) => diagnose(facts).map(({ part, what }) => [part, what]);
  const elsewhere = ['records', 'search'] as const;
  const others = off(
    2_000,
    elsewhere.map((service) => instanceOf(service, { host: 'two' })),
  );
  expect(told({ ...well, instances: [...well.instances, ...others] })).toEqual([
    ['records', 'the clock of two (records, search) is 2.0 s ahead of the clock of this machine'],
  ]);
  const all = withJetStream({ clock_ms: -5_100 });
  expect(told({ ...all, instances: off(-5_000, well.instances) })).toEqual([
    ['this machine', 'the clock of this machine is 5.0 s ahead of all other clocks'],
  ]);
});

test('the most severe findings come first', () => {
  const facts = {
    ...withInstance('gateway', { warnings: { x: 'y' } }),
    bus: { version: '', jetstream: 'away' },
  };
  expect(diagnose(facts).map(({ severity }) => severity)).toEqual(['problem', 'warning']);
});
