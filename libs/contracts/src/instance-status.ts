import { z } from 'zod';
import { serviceNames, type Identity } from './identity.ts';

/** The processes that run as services and report their status. */
export const instanceNames = ['gateway', ...serviceNames] as const satisfies Identity[];

/** A process that runs as a service. */
export type InstanceName = (typeof instanceNames)[number];

/** The identities that may ask for the status: the admin tool, and gateways for administrators. */
export const statusAskers = ['admin', 'gateway'] as const satisfies Identity[];

/** The subject on which they send a signed `StatusRequest` to all instances of all services. */
export const statusSubject = 'svc.status';

/** The subject on which the instances of a service announce their version. */
export function presenceSubject(service: string): string {
  return `svc.presence.${service}`;
}

/** The last part of the subject on which the instances answer the request with this id. */
export function statusReply(id: string): string {
  return `status.${id}`;
}

/** A request for the status. `at` is in Unix milliseconds; requests older than `statusRequestMs` are not answered. */
export const statusRequestSchema = z.object({ id: z.uuid(), at: z.int() });

/** A request for the status: see `statusRequestSchema`. */
export type StatusRequest = z.infer<typeof statusRequestSchema>;

/** How long a request for the status is valid, in milliseconds: long, so that instances whose clock is wrong answer too. */
export const statusRequestMs = 10 * 60_000;

const count = z.int().min(0);

/** The purpose of a certificate, and when it expires: `2027-01-31T00:00:00.000Z`. */
const certificateSchema = z.object({
  of: z.string(),
  ends_at: z.iso.datetime().optional(),
  /** Why the certificate cannot be read. */
  failure: z.string().optional(),
});

/** A certificate that a server or a process presents. */
export type Certificate = z.infer<typeof certificateSchema>;

const databaseStatusSchema = z.object({
  name: z.string(),
  /** The version of MongoDB. */
  version: z.string(),
  /** Members of the replica set, as `host:port`. */
  hosts: z.array(z.string()),
  /** Whether the service has authenticated at the database. */
  is_authenticated: z.boolean(),
  /** How far MongoDB's clock is ahead of the instance's clock, in milliseconds; negative when it is behind. */
  clock_ms: z.int(),
  /** How far the majority of the members is behind the primary, in seconds. */
  majority_lag: z.number().min(0),
  /** The schema versions of the stored data and of the program, and whether a migration is unfinished. */
  schema: z.object({ stored: count, known: count, is_migrating: z.boolean() }),
  outbox: z.object({
    waiting: count,
    /** The age of the oldest item, in seconds; absent while none waits. */
    oldest: z.number().min(0).optional(),
    /** Items that can never be published. */
    refused: count,
  }),
  /** Indexes that the program needs and the database lacks, as `records: postType_1`; absent when there are none. */
  missing_indexes: z.array(z.string()).optional(),
  /** The size of data and indexes on the disk. */
  bytes: z.number().min(0),
  /** Used and total bytes of the file system with the data. */
  disk: z.object({ used: z.number(), total: z.number() }).optional(),
});

/** The status of a service's database. */
export type DatabaseStatus = z.infer<typeof databaseStatusSchema>;

/** The status of the search engine. Values that its key may not read are absent. */
const engineStatusSchema = z.object({
  url: z.string(),
  has_key: z.boolean(),
  version: z.string().optional(),
  bytes: z.number().min(0).optional(),
});

/** The kinds of failures: docs/guides/extension-failures.md#where-failures-are-named. */
const failureOutcomes = ['failed', 'timeout', 'unhandled', 'blocked'] as const;

const extensionFailureSchema = z.object({
  extension: z.string(),
  /** A hook, or `import`, `setup` or `subscription <name>`. */
  hook: z.string(),
  outcome: z.enum(failureOutcomes),
  /** How often it happened since the start of the process. */
  count: z.int().min(1),
  last_at: z.iso.datetime(),
});

/** Failures of one kind in a hook of an extension. */
export type ExtensionFailure = z.infer<typeof extensionFailureSchema>;

const consumerSchema = z.object({
  name: z.string(),
  /** Messages that no instance has received, and those that are being handled or will be retried. */
  waiting: count,
  unacknowledged: count,
  /** Messages that failed at their last delivery. */
  dead_letters: count,
});

/** The state of a durable consumer. */
export type ConsumerStatus = z.infer<typeof consumerSchema>;

const jobSchema = z.object({
  /** The name of the job, as in metrics: `send mails`. */
  name: z.string(),
  /** Pieces of work that are due or wait for their time, those of `failing` included. */
  waiting: count,
  /** Pieces that an instance works on. */
  running: count,
  /** Waiting pieces of which the last attempt failed. */
  failing: count,
  /** Pieces that are not retried, until somebody removes or repeats them. */
  failed: count,
  /** For how many seconds the oldest piece should have been done; 0 while none is late. */
  late_seconds: z.number().min(0),
  /** Whether that is so long that an operator should look at it. */
  is_late: z.boolean(),
  /** Why the last attempt at a failing piece, or at one that is not retried, failed. */
  reason: z.string().optional(),
});

/** The status of a durable job, whatever its work. */
export type JobStatus = z.infer<typeof jobSchema>;

/** The backups and restore drills that the admin tool has noted; a time is absent before the first. */
export const backupStatusSchema = z.object({
  /** The moment that the newest backup contains. */
  last_at: z.iso.datetime().optional(),
  /** The end of the last drill that succeeded. */
  drilled_at: z.iso.datetime().optional(),
  failed_drill: z.object({ at: z.iso.datetime(), failure: z.string() }).optional(),
});

/** The requests of one minute. */
const minuteSchema = z.object({
  /** The beginning of the minute, in Unix seconds. */
  at: z.int(),
  requests: count,
  /** Requests that the service failed to answer: status 500 and above. */
  failures: count,
  /** The duration that half of the requests, and nineteen of twenty, did not exceed, in milliseconds. */
  median_ms: z.number().min(0),
  slow_ms: z.number().min(0),
});

/** The requests of one minute: see `minuteSchema`. */
export type TrafficMinute = z.infer<typeof minuteSchema>;

const serviceStatusSchema = z.object({
  public_url: z.string().optional(),
  database: databaseStatusSchema.optional(),
  engine: engineStatusSchema.optional(),
  /** When the key that signs JWTs of users was made. */
  login_key_made_at: z.iso.datetime().optional(),
  /** Settings that are unsafe for real data: name → reason. */
  unsafe: z.record(z.string(), z.string()).optional(),
  certificates: z.array(certificateSchema).optional(),
  /** The requests of the last hours, oldest first; of a gateway. Minutes without requests are absent. */
  traffic: z.array(minuteSchema).optional(),
  /** Of records. */
  backup: backupStatusSchema.optional(),
});

/** The parts of the status that only some services have. */
export type ServiceStatus = z.infer<typeof serviceStatusSchema>;

/** The status of one process of a service. */
export const instanceStatusSchema = serviceStatusSchema.extend({
  service: z.enum(instanceNames),
  /** Distinguishes the process from others of the same service: `<host>-<pid>`. */
  instance: z.string(),
  host: z.string(),
  pid: z.int(),
  version: z.string(),
  started_at: z.iso.datetime(),
  /** The time by the clock of the process, in Unix milliseconds. */
  now: z.int(),
  /** The failures of extensions since the start of the process. */
  extension_failures: z.array(extensionFailureSchema).optional(),
  /** The id of the key with which the process signs. */
  key: z.string(),
  /** The parts of `/readyz`: name → `ok`, or what is missing. */
  parts: z.record(z.string(), z.string()),
  warnings: z.record(z.string(), z.string()),
  /** The consumers of the process; absent when the bus does not answer. */
  consumers: z.array(consumerSchema).optional(),
  /** The durable jobs of the service; all its instances report the same. */
  jobs: z.array(jobSchema).optional(),
  /** The states of `degradedStates` that the process is in: name → reason. A newer version may have others. */
  degraded: z.record(z.string(), z.string()).optional(),
});

/** The status of one process of a service: see `instanceStatusSchema`. */
export type InstanceStatus = z.infer<typeof instanceStatusSchema>;
