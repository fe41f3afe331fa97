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

/** Milliseconds for which servers may choose a leader before what is asked of a stream fails. */
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
 * Makes the streams of the service unless they are there; every service does it at start, in any order. One that is there with other
 * settings stays as it is: to change it is for `updateStreams` alone. On how many servers of a cluster it is kept is the operator's choice.
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

/** What `updateStreams` gives streams beside the settings of this version. */
export interface StreamChoices {
  /** Days that events are kept. */
  eventDays?: number;
  /** Servers of a cluster that keep each stream. Default: as many as do, and 1 for a new one. */
  replicas?: number | undefined;
}

/** Makes the streams that are missing, and gives those that are there the settings of this version. */
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

/** False when a stream of this name is there with other settings. */
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
 * Asks again while the cluster has no leader: after a server died, and after a stream was given to more servers, there is no answer
 * for some seconds, or one that says so. What is asked must be the same when it is asked twice.
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
