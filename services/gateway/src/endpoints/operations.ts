import { z } from 'zod';
import {
  backupStatusSchema,
  deadLetterOperations,
  searchRebuild,
  searchStatus,
  serviceNames,
  usersMails,
  usersRetryMail,
} from '@svc/contracts';
import { forCallers, type Endpoint } from './endpoint.ts';
import { fromBody, fromQuery, inPath } from './input-sources.ts';

const count = z.int().min(0);
const used = z.object({ used: z.number(), total: z.number() });

const instanceSchema = z.object({
  service: z.string(),
  version: z.string(),
  host: z.string(),
  pid: z.int(),
  started_at: z.iso.datetime(),
  /** The parts that it needs: name → `ok`, or what is missing. */
  parts: z.record(z.string(), z.string()),
  database: z
    .object({ version: z.string(), bytes: z.number(), schema: count, waiting: count, disk: used.optional() })
    .optional(),
  engine: z.object({ version: z.string().optional(), bytes: z.number().optional() }).optional(),
  traffic: z
    .array(
      z.object({
        at: z.int(),
        requests: count,
        failures: count,
        median_ms: z.number(),
        slow_ms: z.number(),
      }),
    )
    .optional(),
});

const consumerSchema = z.object({
  name: z.string(),
  service: z.string(),
  waiting: count,
  unacknowledged: count,
  dead_letters: count,
});

const otherConsumerSchema = z.object({
  name: z.string(),
  /** `external` for another program, `extension` for an extension that no process runs. */
  owner: z.string(),
  /** As `<entity>.<type>.<verb>`. */
  events: z.array(z.string()),
  created_at: z.iso.datetime(),
  last_delivery_at: z.iso.datetime().optional(),
  /** Events that are not acknowledged. */
  waiting: count,
  /** Open requests for events: 0 while no process uses the consumer. */
  readers: count,
  removed_after_days: z.number().optional(),
  dead_letters: count,
});

const findingSchema = z.object({
  code: z.string(),
  severity: z.enum(['problem', 'degraded', 'warning']),
  part: z.string(),
  message: z.string(),
  remedy: z.string(),
});

/** How the installation runs, for callers with `manage_dt` (docs/guides/operations.md). */
export const operationsEndpoints: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/{ns}/v1/operations',
    access: 'caller',
    answer: 'operations',
    summary: 'The state of each part of the installation, and what to do about it.',
    output: z.object({
      at: z.iso.datetime(),
      instances: z.array(instanceSchema),
      consumers: z.array(consumerSchema),
      other_consumers: z.array(otherConsumerSchema),
      backup: backupStatusSchema.optional(),
      findings: z.array(findingSchema),
    }),
    errors: ['rest_forbidden', 'second_factor_required'],
  },
  forCallers('GET /{ns}/v1/operations/mails', usersMails, fromQuery('state')),
  forCallers('POST /{ns}/v1/operations/mails/{mail}/retry', usersRetryMail, { id: inPath('mail') }),
  forCallers('GET /{ns}/v1/operations/search-index', searchStatus, {}),
  forCallers('POST /{ns}/v1/operations/search-index/rebuild', searchRebuild, {}),
  ...serviceNames.flatMap((service) => {
    const path = `/{ns}/v1/operations/dead-letters/${service}` as const;
    const { list, replay, drop } = deadLetterOperations[service];
    return [
      forCallers(`GET ${path}`, list, fromQuery('consumer', 'cursor')),
      forCallers(`POST ${path}/replay`, replay, fromBody('consumer', 'ids'), { takesLong: true }),
      forCallers(`POST ${path}/drop`, drop, fromBody('consumer', 'ids')),
    ];
  }),
];
