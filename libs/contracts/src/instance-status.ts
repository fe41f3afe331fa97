import { z } from 'zod';
import type { Identity } from './identity.ts';

/** The processes that run as services and say how they are. */
export const instanceNames = [
  'gateway',
  'records',
  'comments',
  'users',
  'search',
] as const satisfies Identity[];

export type InstanceName = (typeof instanceNames)[number];

/** Where the admin tool asks all instances of all services at once, with a signed `StatusRequest`. */
export const statusSubject = 'svc.status';

/** The last part of the subjects under which the instances answer the request with this id. */
export function statusReply(id: string): string {
  return `status.${id}`;
}

/** `at` in Unix milliseconds: what is older than `statusRequestMs` is not answered. */
export const statusRequestSchema = z.object({ id: z.uuid(), at: z.int() });

/** The request of the admin tool. */
export type StatusRequest = z.infer<typeof statusRequestSchema>;

/** How long a request for the status is valid, in milliseconds: long, because it also finds out whether clocks differ. */
export const statusRequestMs = 10 * 60_000;

const count = z.int().min(0);

/** A certificate, by its purpose, and when it ends: `2027-01-31T00:00:00.000Z`. */
export const certificateSchema = z.object({
  of: z.string(),
  ends_at: z.iso.datetime().optional(),
  /** Why the certificate cannot be seen. */
  failure: z.string().optional(),
});

/** A certificate that a server or a process shows. */
export type Certificate = z.infer<typeof certificateSchema>;

/** A service's database. */
export const databaseStatusSchema = z.object({
  name: z.string(),
  /** Of MongoDB. */
  version: z.string(),
  /** Members of the replica set, as `host:port`. */
  hosts: z.array(z.string()),
  /** Whether the service has shown who it is. */
  is_authenticated: z.boolean(),
  /** By how much MongoDB's clock is ahead of the instance's, in milliseconds. */
  clock_ms: z.int(),
  /** How long a majority of the members is behind, in seconds. */
  majority_lag: z.number().min(0),
  /** Schema versions: of the stored data and of the program, and whether a migration is unfinished. */
  schema: z.object({ stored: count, known: count, is_migrating: z.boolean() }),
  outbox: z.object({
    waiting: count,
    /** Seconds. */
    oldest: z.number().min(0).optional(),
    /** Items that can never be published. */
    refused: count,
  }),
  /** Indexes that the program needs and the database lacks, as `records: postType_1`; absent when there are none. */
  missing_indexes: z.array(z.string()).optional(),
  /** Of data and indexes on the disk. */
  bytes: z.number().min(0),
  /** Bytes of the file system that the data is on. */
  disk: z.object({ used: z.number(), total: z.number() }).optional(),
});

/** A service's database. */
export type DatabaseStatus = z.infer<typeof databaseStatusSchema>;

/** The search engine; absent values are those that its key may not read. */
export const engineStatusSchema = z.object({
  url: z.string(),
  has_key: z.boolean(),
  version: z.string().optional(),
  bytes: z.number().min(0).optional(),
});

/** The search engine. */
export type EngineStatus = z.infer<typeof engineStatusSchema>;

/** The parts of the status that only some services have. */
export const serviceStatusSchema = z.object({
  public_url: z.string().optional(),
  database: databaseStatusSchema.optional(),
  engine: engineStatusSchema.optional(),
  /** When the key that logins are signed with was made. */
  login_key_made_at: z.iso.datetime().optional(),
  /** Settings that are not for real data → why. */
  unsafe: z.record(z.string(), z.string()).optional(),
  certificates: z.array(certificateSchema).optional(),
});

/** The part of the status that only this service has. */
export type ServiceStatus = z.infer<typeof serviceStatusSchema>;

/** How one process of a service is. */
export const instanceStatusSchema = serviceStatusSchema.extend({
  service: z.enum(instanceNames),
  /** Which of all processes of its name it is. */
  instance: z.string(),
  host: z.string(),
  pid: z.int(),
  version: z.string(),
  started_at: z.iso.datetime(),
  /** By its own clock, in Unix milliseconds. */
  now: z.int(),
  /** The id of the key that it signs with. */
  key: z.string(),
  /** As `/readyz` says: part → `ok`, or what is missing. */
  parts: z.record(z.string(), z.string()),
  warnings: z.record(z.string(), z.string()),
});

/** How one process of a service is. */
export type InstanceStatus = z.infer<typeof instanceStatusSchema>;
