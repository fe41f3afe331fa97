import { z } from 'zod';
import { loadConfig, type ConfigOf, type Settings } from './load-config.ts';

/** The classes of operations; each has a queue. */
export type OperationClass = 'get' | 'list' | 'write' | 'bulk' | 'import';

/** How much work for clients runs and waits in a process. */
export interface AdmissionLimits {
  readonly atOnce: Readonly<Record<OperationClass, number>>;
  /** The maximum number of waiting requests. */
  readonly maxWaiting: Readonly<Record<OperationClass, number>>;
}

/** The length of a queue. */
const queueLength = z.coerce.number().int().min(0).max(100_000);

/** How many requests of a queue run at the same time. */
export const placesAtOnce = z.coerce.number().int().min(1).max(1_000);

/** The settings of the queues; the defaults suit two cores (ADR 21). */
export const queueSettings = {
  GETS_AT_ONCE: {
    meaning: 'maximum number of reads of single items that a process runs concurrently',
    schema: placesAtOnce.default(24),
  },
  LISTS_AT_ONCE: {
    meaning: 'maximum number of lists and searches that a process runs concurrently',
    schema: placesAtOnce.default(16),
  },
  WRITES_AT_ONCE: {
    meaning: 'maximum number of writes that a process runs concurrently',
    schema: placesAtOnce.default(32),
  },
  BULK_AT_ONCE: {
    meaning: 'maximum number of batches that a process runs concurrently',
    schema: placesAtOnce.default(2),
  },
  IMPORTS_AT_ONCE: {
    meaning: 'maximum number of import requests of the admin tool that a process runs concurrently',
    schema: placesAtOnce.default(8),
  },
  READ_QUEUE_LENGTH: {
    meaning:
      'maximum number of queued reads of single items, and of queued lists; beyond it, requests of the caller with the longest queue are answered with 503',
    schema: queueLength.default(1_000),
  },
  QUEUE_LENGTH: {
    meaning: 'the same for each other queue, whose requests may be large',
    schema: queueLength.default(200),
  },
} satisfies Settings;

/** Returns the limits that these settings give. */
export function limitsOf(config: ConfigOf<typeof queueSettings>): AdmissionLimits {
  return {
    atOnce: {
      get: config.GETS_AT_ONCE,
      list: config.LISTS_AT_ONCE,
      write: config.WRITES_AT_ONCE,
      bulk: config.BULK_AT_ONCE,
      import: config.IMPORTS_AT_ONCE,
    },
    maxWaiting: {
      get: config.READ_QUEUE_LENGTH,
      list: config.READ_QUEUE_LENGTH,
      write: config.QUEUE_LENGTH,
      bulk: config.QUEUE_LENGTH,
      import: config.QUEUE_LENGTH,
    },
  };
}

/** The default limits. */
export const defaultLimits = limitsOf(loadConfig(queueSettings, {}));
