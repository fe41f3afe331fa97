import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { degradedStates, type DegradedState } from '@svc/contracts';
import { temporaryDirectory, until } from '@svc/testing';
import { metricOf } from '../../../../test/support/metrics.ts';
import { openWorld, type World } from '../../../../test/support/world.ts';
import type { Finding } from '../diagnosis/rule.ts';
import { run } from '../testing/run.ts';

let world: World;

beforeAll(async () => {
  const env = { BACKUP_MAX_AGE_HOURS: '0.01' };
  world = await openWorld({ isAlone: true, env });
});

afterAll(() => world?.close());

const admin = (args: string, env: Record<string, string> = {}) =>
  run(args.split(' '), { DATA_DIR: world.dataDir, ...env });
const collection = (service: string, name: string) =>
  world.databaseOf(service).collection<{ _id: string }>(name);
const longAgo = new Date(Date.now() - 3_600_000);

/** Everything that causes a state, and the service that reports it. */
const causes: readonly (readonly [DegradedState, string, () => Promise<unknown>])[] = [
  [
    'dead_letters',
    'users',
    async () => world.bus.jetstream().publish('svc.dead-letters.users-notifications'),
  ],
  ['consumer_behind', 'users', pileUpEvents],
  ['work_late', 'users', () => collection('users', 'mails').insertOne(dueMail)],
  ['index_jobs_set_aside', 'search', () => setAside()],
  ['index_rebuild_failed', 'search', () => changeRebuild({ failure: 'no space left' })],
  [
    'search_index_missing',
    'search',
    () => changeRebuild({ 'progress.fills': true, 'progress.state': 'records' }),
  ],
  ['key_old', 'users', ageLoginKey],
  // By time alone: nobody makes a backup.
  ['backup_old', 'records', async () => undefined],
  ['backup_drill_failed', 'records', drillWithoutBackup],
  ['versions_differ', 'comments', announceOtherVersion],
];

/** The tool fails, and notes why. */
async function drillWithoutBackup(): Promise<void> {
  const { code, stderr } = await admin(`backup drill ${temporaryDirectory()}/`, backupSettings());
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('has no backups') });
}

const backupSettings = () => ({
  BACKUP_PASSPHRASE: 'a long enough passphrase',
  MONGODB_URL: world.stack.mongodbUrl,
});

const dueMail = {
  _id: 'stuck',
  kind: 'notifications',
  state: 'waiting',
  dueAt: new Date(Date.now() + 60_000),
  attempts: 3,
  createdAt: longAgo,
};

/** Pauses the consumer of notifications and publishes what it then does not take. */
async function pileUpEvents(): Promise<void> {
  const pause = { pause_until: new Date(Date.now() + 600_000).toISOString() };
  await world.bus.request('$JS.API.CONSUMER.PAUSE.SVC_EVENTS.users-notifications', JSON.stringify(pause));
  const events = Array.from({ length: 1_000 }, () =>
    world.bus.jetstream().publish('svc.events.share.x.created', '{}'),
  );
  await Promise.all(events);
}

async function ageLoginKey(): Promise<void> {
  const createdAt = new Date(Date.now() - 400 * 86_400_000);
  await collection('users', 'signing_keys').updateMany({}, { $set: { createdAt } });
}

async function setAside(): Promise<void> {
  const job = { setAside: { at: longAgo, error: 'no space left' } };
  await collection('search', 'index_jobs').insertOne(job as never);
}

async function changeRebuild(change: object): Promise<void> {
  await until(async () =>
    expect(await collection('search', 'index_work').findOne({ _id: 'rebuild' })).toHaveProperty('endedAt'),
  );
  await collection('search', 'index_work').updateOne({ _id: 'rebuild' }, { $set: change });
}

async function announceOtherVersion(): Promise<void> {
  world.bus.publish('svc.presence.users', JSON.stringify({ instance: 'old-1', version: '0.0.9' }));
}

interface Readiness {
  readonly status: string;
  readonly degraded?: Record<string, unknown>;
}

const opsUrlOf = (service: string) => world.services.find(({ label }) => label === service)?.opsUrl ?? '';

async function readinessOf(service: string): Promise<Readiness> {
  const response = await fetch(`${opsUrlOf(service)}/readyz`);
  expect(response.status).toBe(200);
  return (await response.json()) as Readiness;
}

async function untilDegraded(state: DegradedState, service: string): Promise<void> {
  const { remedy } = degradedStates[state];
  const shown = { status: 'degraded', degraded: { [state]: { reason: expect.any(String), remedy } } };
  await until(async () => {
    if (state === 'versions_differ') await announceOtherVersion();
    expect(await readinessOf(service)).toMatchObject(shown);
  });
}

// All at the same time, since a service repeats its checks after 15 seconds.
describe('after all causes', () => {
  beforeAll(async () => {
    for (const [, , cause] of causes) await cause();
  });

  test.each(causes)('%s of %s is shown by readiness and metric', async (state, service) => {
    await untilDegraded(state, service);
    expect(await metricOf(opsUrlOf(service), 'svc_degraded', `state="${state}"`)).toBe(1);
  });

  /** What status and doctor show when all services have reported their states. */
  async function askTool() {
    const status = await admin('status --json');
    const doctor = await admin('doctor --json');
    const { parts, findings } = JSON.parse(status.stdout) as { parts: object[]; findings: Finding[] };
    return {
      codes: [status.code, doctor.code],
      parts,
      findings,
      diagnosis: JSON.parse(doctor.stdout) as Finding[],
    };
  }
  let answer: ReturnType<typeof askTool> | undefined;

  // The other version is announced and does not answer.
  test.each(causes.filter(([state]) => state !== 'versions_differ'))(
    '%s of %s is shown by status and doctor',
    async (state, service) => {
      const { codes, parts, findings, diagnosis } = await (answer ??= askTool());
      expect(codes).toEqual([1, 1]);
      expect(parts).toContainEqual(expect.objectContaining({ part: service, state: 'degraded' }));
      const { remedy, severity } = degradedStates[state];
      // From the outside the consumer takes nothing at all.
      const found =
        state === 'consumer_behind' ? { code: 'consumer_stopped' } : { code: state, severity, todo: remedy };
      expect(findings).toContainEqual(expect.objectContaining(found));
      expect(diagnosis).toContainEqual(expect.objectContaining(found));
    },
  );
});

test('a completed backup and a successful drill are noted, and the states end', async () => {
  const file = join(temporaryDirectory(), 'a.backup');
  const noted = { code: 0, stderr: expect.not.stringContaining('could not note') };
  for (const command of ['backup', 'backup drill'])
    expect(await admin(`${command} ${file}`, backupSettings())).toMatchObject(noted);
  await until(async () => {
    const { degraded = {} } = await readinessOf('records');
    expect(degraded).not.toHaveProperty('backup_old');
    expect(degraded).not.toHaveProperty('backup_drill_failed');
  });
});
