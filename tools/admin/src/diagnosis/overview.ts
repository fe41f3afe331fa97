import { instanceNames, type InstanceName, type JobStatus } from '@svc/contracts';
import { table } from '../table.ts';
import type { Facts } from './collect-facts.ts';
import { inSize } from './in-words.ts';
import { jetStreamOf } from './bus-rules.ts';
import { databasesOf } from './data-rules.ts';

/** A line of the overview: one part of a deployment. Unknown values are absent. */
export interface PartOverview {
  readonly part: string;
  /** `ready`, `degraded` or `not ready` (any instance) or `silent` for services; `answers`, `no answer` or `unknown` for servers. */
  readonly state: string;
  /** All running versions, separated by commas. */
  readonly version?: string;
  /** The number of processes of a service, or of members of MongoDB's replica set. */
  readonly instances?: number;
  readonly schema?: number;
  /** The number of waiting messages, jobs or tasks, the outbox included. */
  readonly lag?: number;
  readonly bytes?: number;
  /** Share of the disk, or of the limit, that is used: 0 to 1. */
  readonly used?: number;
}

export function overview(facts: Facts): PartOverview[] {
  return [...instanceNames.map((service) => ofService(facts, service)), ...ofServers(facts)];
}

function ofService(facts: Facts, service: InstanceName): PartOverview {
  const instances = facts.instances.filter((each) => each.service === service);
  const isReady = instances.every(({ parts }) => Object.values(parts).every((state) => state === 'ok'));
  const isDegraded = instances.some(({ degraded = {} }) => Object.keys(degraded).length > 0);
  const database = databasesOf(facts).find(({ part }) => part === service)?.database;
  const version = [...new Set(instances.map((each) => each.version))].join(', ');
  const waiting = (jetStreamOf(facts)?.consumers ?? [])
    .filter(({ name }) => name === `commands-${service}` || name.startsWith(`${service}-`))
    .reduce((sum, { pending, unacknowledged }) => sum + pending + unacknowledged, 0);
  const jobs = service === 'search' ? (facts.index?.lag.jobs ?? 0) : 0;
  const silent = { part: service, state: 'silent', instances: 0 };
  if (instances.length === 0) return service === 'gateway' ? silent : { ...silent, lag: waiting };
  return {
    part: service,
    state: !isReady ? 'not ready' : isDegraded ? 'degraded' : 'ready',
    version,
    instances: instances.length,
    ...(database && {
      schema: database.schema.stored,
      lag: database.outbox.waiting + waiting + jobs,
      bytes: database.bytes,
    }),
  };
}

function ofServers(facts: Facts): PartOverview[] {
  const databases = databasesOf(facts).map(({ database }) => database);
  const [database] = databases;
  const isAsked = facts.instances.some(({ parts }) => 'database' in parts);
  const jetstream = jetStreamOf(facts);
  const search = facts.instances.filter(({ service }) => service === 'search');
  const engine = search.find((instance) => instance.engine)?.engine;
  const engineAnswers = search.some(({ parts }) => parts['meilisearch'] === 'ok');
  const { storage } = jetstream ?? {};
  const { engine_tasks: tasks } = facts.index?.lag ?? {};
  return [
    {
      part: 'MongoDB',
      state: database ? 'answers' : isAsked ? 'no answer' : 'unknown',
      ...(database && {
        version: database.version,
        instances: database.hosts.length,
        bytes: databases.reduce((sum, { bytes }) => sum + bytes, 0),
        ...(database.disk && { used: database.disk.used / database.disk.total }),
      }),
    },
    {
      part: 'NATS',
      state: jetstream ? 'answers' : 'no JetStream',
      version: facts.bus.version,
      ...(storage && { bytes: storage.used, ...(storage.max && { used: storage.used / storage.max }) }),
    },
    {
      part: 'Meilisearch',
      state: engineAnswers ? 'answers' : search.length > 0 ? 'no answer' : 'unknown',
      ...(engine?.version !== undefined && { version: engine.version }),
      ...(tasks !== undefined && { lag: tasks }),
      ...(engine?.bytes !== undefined && { bytes: engine.bytes }),
    },
    ...(facts.folder
      ? [{ part: 'data folder', state: 'there', used: facts.folder.used / facts.folder.total }]
      : []),
  ];
}

const heading = ['PART', 'STATE', 'VERSION', 'INSTANCES', 'SCHEMA', 'WAITING', 'STORED', 'DISK'];

export function overviewTable(parts: readonly PartOverview[]): string {
  const text = (value: number | undefined) => (value === undefined ? '-' : String(value));
  const rows = parts.map(({ part, state, version, instances, schema, lag, bytes, used }) => [
    part,
    state,
    version ?? '-',
    text(instances),
    text(schema),
    text(lag),
    bytes === undefined ? '-' : inSize(bytes),
    used === undefined ? '-' : `${Math.floor(100 * used)} %`,
  ]);
  return table([heading, ...rows]);
}

/** A durable job of a service. */
export interface JobOverview extends JobStatus {
  readonly service: InstanceName;
}

/** The durable jobs of all services. The instances of a service share theirs. */
export function jobsOverview({ instances }: Facts): JobOverview[] {
  const all = instances.flatMap(({ service, jobs = [] }) =>
    jobs.map((job) => [`${service} ${job.name}`, { ...job, service }] as const),
  );
  return [...new Map(all).values()];
}

const jobsHeading = ['JOB', 'SERVICE', 'WAITING', 'RUNNING', 'FAILING', 'FAILED', 'LATE', 'REASON'];

/** The table of jobs; empty while no service that has jobs answers. */
export function jobsTable(jobs: readonly JobOverview[]): string {
  if (jobs.length === 0) return '';
  const rows = jobs.map(
    ({ name, service, waiting, running, failing, failed, late_seconds: late, reason }) => [
      name,
      service,
      String(waiting),
      String(running),
      String(failing),
      String(failed),
      late > 0 ? `${Math.round(late)} s` : '-',
      reason ?? '-',
    ],
  );
  return table([jobsHeading, ...rows]);
}
