import { expect, test } from '@jest/globals';
import type { JetStreamManager } from 'nats';
import type { DegradedState, ServiceStatus, JobStatus } from '@svc/contracts';
import { commonDegradedChecks } from './common-degraded-checks.ts';

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const database = { outbox: { waiting: 0, refused: 0 }, disk: { used: 50, total: 100 } };
const fine = {
  database,
  certificates: [{ of: 'NATS', ends_at: inDays(90) }],
  storage: 10,
  maxStorage: 100,
  deadLetters: {} as Record<string, number>,
  jobs: [] as JobStatus[],
  clock: () => new Date().toISOString(),
  lags: new Map([['users-notifications', { waiting: 999, unacknowledged: 5 }]]),
  failures: [] as { extension: string; hook: string; outcome: 'failed'; count: number; last_at: string }[],
  versions: new Map([['0.1.0', new Set(['users'])]]),
  keysAt: 0,
  loginKeyAt: inDays(-365),
};

/** The states of a process whose sources have these values. */
async function statesOf(changes: Partial<typeof fine>): Promise<Record<string, string>> {
  const values = { ...fine, ...changes };
  const { database: stored, certificates, maxStorage } = values;
  const manager = {
    getAccountInfo: async () => ({ storage: values.storage, limits: { max_storage: maxStorage } }),
    streams: { info: async () => ({ ts: values.clock(), state: { subjects: values.deadLetters } }) },
  };
  const checks = commonDegradedChecks({
    manager: manager as unknown as JetStreamManager,
    metrics: {
      consumerLags: async () => values.lags,
      jobStatuses: async () => values.jobs,
      extensionFailures: { counted: values.failures } as never,
    },
    status: async () =>
      ({ database: stored, certificates, login_key_made_at: values.loginKeyAt }) as unknown as ServiceStatus,
    keys: () => ({ service: 'users', notBefore: values.keysAt }),
    versions: () => values.versions,
  });
  const outcomes = checks.map(async ({ state, check }) => [state, await check()] as const);
  const reasons = (await Promise.all(outcomes)).filter((each): each is [DegradedState, string] => !!each[1]);
  return Object.fromEntries(reasons);
}

test('a healthy process has no states', async () => {
  expect(await statesOf({})).toEqual({});
});

const counts = { waiting: 0, running: 0, failing: 0, failed: 0 };
const job = { name: 'send mails', ...counts, late_seconds: 0, is_late: false };
const failure = { extension: 'trainings', hook: 'setup', outcome: 'failed', count: 2 } as const;
const lastAt = inDays(-0.5);

test.each<[DegradedState, Partial<typeof fine>, string]>([
  ['key_old', { keysAt: Date.parse(inDays(-400)) }, 'the keys of users are 400 days old (keys rotate-bus)'],
  ['key_old', { loginKeyAt: inDays(-366) }, 'the key of logins is 366 days old (keys rotate)'],
  [
    'outbox_stuck',
    { database: { ...database, outbox: { waiting: 3, refused: 0, oldest: 31 } as never } },
    '3 events and commands wait to be published, the oldest for 31 s',
  ],
  [
    'consumer_behind',
    { lags: new Map([['users-notifications', { waiting: 1_000, unacknowledged: 0 }]]) },
    '1000 messages wait for the consumer users-notifications',
  ],
  [
    'work_late',
    { jobs: [job, { ...job, is_late: true, waiting: 3, late_seconds: 601, reason: 'no server' }] },
    'send mails: 3 wait, the oldest is 601 s late: no server',
  ],
  [
    'dead_letters',
    { deadLetters: { 'svc.dead-letters.users-notifications': 2, 'svc.dead-letters.search-records': 9 } },
    '2 messages of the consumer users-notifications failed permanently',
  ],
  [
    'certificate_ended',
    { certificates: [{ of: 'NATS', ends_at: '2026-01-31T00:00:00.000Z' }] },
    'the certificate of NATS has ended on 2026-01-31',
  ],
  [
    'certificate_ends',
    { certificates: [{ of: 'NATS', ends_at: inDays(20) }] },
    `the certificate of NATS ends on ${inDays(20).slice(0, 10)}`,
  ],
  ['disk_full', { storage: 96 }, 'the storage of JetStream is 96 % full'],
  [
    'disk_full',
    { database: { ...database, disk: { used: 95, total: 100 } } },
    'the disk of MongoDB is 95 % full',
  ],
  ['disk_filling', { storage: 81 }, 'the storage of JetStream is 81 % full'],
  [
    'extension_failing',
    { failures: [{ ...failure, last_at: lastAt }] },
    `the extension trainings in setup: failed, 2 in all, most recently at ${lastAt}`,
  ],
  [
    'clock_wrong',
    { clock: () => new Date(Date.now() + 100_000).toISOString() },
    'the clock of this host is 100.0 s behind that of NATS',
  ],
  [
    'versions_differ',
    {
      versions: new Map([
        ['0.2.0', new Set(['users', 'search'])],
        ['0.1.0', new Set(['users'])],
      ]),
    },
    'instances run different versions: 0.1.0 (users) and 0.2.0 (search, users)',
  ],
])('%s is the only state of its case', async (state, changes, reason) => {
  expect(await statesOf(changes)).toEqual({ [state]: reason });
});

test('storage without a limit, and a failure of an extension a day ago, are no states', async () => {
  const old = { ...failure, last_at: inDays(-1.1) };
  expect(await statesOf({ storage: 1e12, maxStorage: -1, failures: [old] })).toEqual({});
});
