import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { instanceNames, type InstanceName } from '@svc/contracts';
import { readInstances } from '@svc/launcher';
import type { Env } from '@svc/local-stack';

const ROOT = join(import.meta.dirname, '../../..');

/** The number of contacts from which on they are small. */
const smallFrom = 500_000;

const options = {
  records: { type: 'string', default: '100000' },
  data: { type: 'string' },
  only: { type: 'string', default: '' },
  seconds: { type: 'string', default: '8' },
  'warm-up': { type: 'string', default: '15' },
  rounds: { type: 'string', default: '2' },
  concurrency: { type: 'string', default: '16' },
  json: { type: 'boolean', default: false },
  small: { type: 'boolean', default: false },
  'seed-only': { type: 'boolean', default: false },
  instances: { type: 'string' },
  profile: { type: 'string', default: '' },
  history: { type: 'string' },
  compare: { type: 'string' },
  beside: { type: 'string' },
  readers: { type: 'string', default: '5000' },
} as const;

export type BenchConfig = ReturnType<typeof readBenchConfig>;

type BoundedName = 'records' | 'seconds' | 'warm-up' | 'rounds' | 'concurrency' | 'readers';

/** Reads and checks the options of `npm run bench`. @throws Error that lists all problems. */
export function readBenchConfig(args = process.argv.slice(2), env: Env = process.env) {
  const { values } = parseArgs({ args, options });
  const problems: string[] = [];
  const atLeast = (least: number, name: BoundedName) => {
    const value = Number(values[name]);
    const isWhole = name !== 'seconds' && name !== 'warm-up';
    if (Number.isFinite(value) && value >= least && (!isWhole || Number.isInteger(value))) return value;
    problems.push(`--${name} must be ${isWhole ? 'a whole number' : 'a number'} of at least ${least}`);
    return least;
  };
  const records = atLeast(200, 'records');
  const profile = listed(values.profile);
  const unknown = profile.filter((name) => !(instanceNames as readonly string[]).includes(name));
  if (unknown.length)
    problems.push(`--profile ${unknown.join()}: the services are ${instanceNames.join(', ')}`);
  const config = {
    /** Contacts that are seeded; the rest of the seed grows with them. */
    records,
    /** The folder of the servers, the seed and the profiles. */
    dataDir: resolve(values.data ?? join(ROOT, '.local/bench', String(records))),
    only: listed(values.only),
    /** The length of one measurement. */
    seconds: atLeast(0.1, 'seconds'),
    /** Seconds for which each side of a row is warmed up. */
    warmUp: atLeast(0, 'warm-up'),
    rounds: atLeast(1, 'rounds'),
    concurrency: atLeast(1, 'concurrency'),
    /** The event streams of the row `idle-readers`. */
    readers: atLeast(1, 'readers'),
    /** Prints a JSON document instead of the table; progress goes to standard error. */
    json: values.json,
    /** Seeds small contacts: see `SeedSize`. */
    small: values.small || records >= smallFrom,
    seedOnly: values['seed-only'],
    instances: readInstances(values.instances, problems),
    profile: profile as InstanceName[],
    history: values.history,
    /** A file with an earlier run, with which this one is compared. */
    compare: values.compare,
    /** Another checkout of this repository, measured in turns with this one. */
    beside: values.beside === undefined ? undefined : checkout(values.beside, problems),
    env: withoutServers(env),
  };
  if (problems.length) throw new Error(`These options are wrong:\n  ${problems.join('\n  ')}`);
  return config;
}

/** Reads the settings of the process of the thin handler. */
export function readThinConfig(env: Env = process.env) {
  return {
    mongodbUrl: env['MONGODB_URL'] ?? '',
    port: Number(env['PORT']),
    openApiFile: env['OPENAPI_FILE'] ?? '',
  };
}

/** Reads the settings of the two processes of the chain. */
export function readChainConfig(env: Env = process.env) {
  return {
    mongodbUrl: env['MONGODB_URL'] ?? '',
    natsUrl: env['NATS_URL'] ?? '',
    port: Number(env['PORT']),
    secret: env['CHAIN_SECRET'] ?? '',
    samplesFile: env['CHAIN_SAMPLES'] ?? '',
  };
}

function checkout(path: string, problems: string[]): string {
  const dir = resolve(path);
  const isComplete = ['tools/bench/src/stack', 'node_modules/@svc'].every((part) =>
    existsSync(join(dir, part)),
  );
  if (!isComplete)
    problems.push(`--beside ${path} must be a checkout of this repository in which npm install has run`);
  return dir;
}

const listed = (text: string): string[] => text.split(',').filter((name) => name !== '');

/** The environment without server addresses: the benchmark starts its own servers and never uses those of an installation. */
function withoutServers(env: Env): Env {
  const kept = Object.entries(env).filter(([name]) => !ofServers.test(name));
  return { ...Object.fromEntries(kept), ...unlimited };
}

/** Limits that the load generator would exceed, because it acts for many clients. */
const unlimited = {
  LOGIN_REQUESTS_PER_MINUTE: '100000',
  EVENT_STREAMS_PER_USER: '100000',
  EVENT_STREAMS_PER_ADDRESS: '100000',
};

const ofServers =
  /^(MONGODB_URL|NATS_URL|MEILI_URL|MEILI_KEY|GATEWAY_PORT|PUBLIC_URL|API_ROOT|NAMESPACE_PREFIXES)$/;
