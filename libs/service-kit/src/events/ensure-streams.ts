import { setTimeout as delay } from 'node:timers/promises';
import {
  DiscardPolicy,
  ErrorCode,
  nanos,
  RetentionPolicy,
  StorageType,
  type JetStreamManager,
  type StreamConfig,
} from 'nats';
import { commandStream, deadLetterStream, eventStream, viewStream, viewSubject } from '@svc/contracts';
import type { Logger } from '../log/create-logger.ts';

const hour = 60 * 60 * 1000;
const day = 24 * hour;
const megabyte = 1024 * 1024;
const maxEventDays = 7;

/** How long servers may take to choose a leader before a request to a stream fails, in milliseconds. */
const electionTimeoutMs = 30_000;

const kept = { storage: StorageType.File, discard: DiscardPolicy.Old };

const streams = (eventDays: number): (Partial<StreamConfig> & { name: string })[] => [
  {
    ...kept,
    name: eventStream,
    subjects: ['svc.events.>'],
    retention: RetentionPolicy.Limits,
    max_age: nanos(eventDays * day),
    duplicate_window: nanos(hour),
  },
  {
    ...kept,
    name: viewStream,
    subjects: [viewSubject],
    retention: RetentionPolicy.Limits,
    max_age: nanos(day),
    max_bytes: 64 * megabyte,
  },
  {
    ...kept,
    name: commandStream,
    subjects: ['svc.commands.>'],
    retention: RetentionPolicy.Workqueue,
    duplicate_window: nanos(hour),
  },
  {
    ...kept,
    name: deadLetterStream,
    subjects: ['svc.dead-letters.>'],
    retention: RetentionPolicy.Limits,
    max_age: nanos(30 * day),
  },
];

/**
 * Makes the streams of the service unless they exist; every service does so at start, in any order. Existing streams keep their settings:
 * only `updateStreams` changes them. The operator chooses how many servers of a cluster keep a stream.
 */
export async function ensureStreams(
  manager: JetStreamManager,
  log: Pick<Logger, 'warn'>,
  eventDays = maxEventDays,
): Promise<void> {
  for (const config of streams(eventDays)) {
    if (await isMade(manager, config)) continue;
    const num_replicas = await replicasOf(manager, config);
    if (num_replicas > 1 && (await isMade(manager, { ...config, num_replicas }))) continue;
    log.warn(
      { stream: config.name },
      'a stream has other settings than this version gives it: npm run admin -- bus streams',
    );
  }
}

/** Settings of streams that operators choose, besides those of this version. */
export interface StreamChoices {
  /** Days that events are kept. */
  eventDays?: number;
  /** How many servers of a cluster keep each stream. Default: as many as now, and 1 for a new stream. */
  replicas?: number | undefined;
}

/** Makes missing streams, and gives existing ones the settings of this version. */
export async function updateStreams(
  manager: JetStreamManager,
  { eventDays = maxEventDays, replicas }: StreamChoices = {},
): Promise<void> {
  for (const config of streams(eventDays)) {
    if (await isMade(manager, { ...config, num_replicas: replicas ?? 1 })) continue;
    const num_replicas = replicas ?? (await replicasOf(manager, config));
    await afterElection(() => manager.streams.update(config.name, { ...config, num_replicas }));
  }
}

/** Makes a stream; returns false when one of this name exists with other settings. */
async function isMade(manager: JetStreamManager, config: Partial<StreamConfig>): Promise<boolean> {
  try {
    await afterElection(() => manager.streams.add(config));
    return true;
  } catch (error) {
    if (apiCodeOf(error) === 10058) return false;
    throw error;
  }
}

async function replicasOf(manager: JetStreamManager, { name }: { name: string }): Promise<number> {
  return (await afterElection(() => manager.streams.info(name))).config.num_replicas;
}

/**
 * Repeats a request while the cluster has no leader: after a server has died, and after a stream was given to more servers, it gets no
 * answer for some seconds, or an error that says so. The request must be idempotent.
 */
async function afterElection<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  const end = Date.now() + electionTimeoutMs;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!isWithoutLeader(error) || Date.now() >= end) throw error;
      await delay(100);
    }
  }
}

function isWithoutLeader(error: unknown): boolean {
  return (error as { code?: string }).code === ErrorCode.Timeout || apiCodeOf(error) === 10008;
}

function apiCodeOf(error: unknown): number | undefined {
  return (error as { api_error?: { err_code?: number } }).api_error?.err_code;
}
