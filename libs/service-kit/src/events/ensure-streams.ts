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
import { ConfigError } from '../config/load-config.ts';
import type { Logger } from '../log/create-logger.ts';
import { afterElection, apiErrorCode } from './after-election.ts';

const hour = 60 * 60 * 1000;
const day = 24 * hour;
const megabyte = 1024 * 1024;
const maxEventDays = 7;

const kept = { storage: StorageType.File, discard: DiscardPolicy.Old, retention: RetentionPolicy.Limits };

/** The streams of the service, with the settings of this version. */
export const streams = (eventDays: number): (Partial<StreamConfig> & { name: string })[] => [
  {
    ...kept,
    name: eventStream,
    subjects: ['svc.events.>'],
    max_age: nanos(eventDays * day),
    duplicate_window: nanos(hour),
  },
  {
    ...kept,
    name: viewStream,
    subjects: [viewSubject],
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
    max_age: nanos(30 * day),
  },
];

/**
 * Makes the streams of the service unless they exist; every service does so at start, in any order. Existing streams keep their settings:
 * only `updateStreams` changes them. The operator chooses how many servers of a cluster keep a stream.
 * @throws ConfigError when the server has no JetStream.
 */
export async function ensureStreams(
  manager: JetStreamManager,
  log: Pick<Logger, 'warn'>,
  eventDays = maxEventDays,
): Promise<void> {
  for (const config of streams(eventDays)) {
    if (await addStream(manager, config)) continue;
    const num_replicas = await replicasOf(manager, config);
    if (num_replicas > 1 && (await addStream(manager, { ...config, num_replicas }))) continue;
    log.warn(
      { stream: config.name },
      'stream settings differ from those of this version; update them with npm run admin -- bus streams',
    );
  }
}

/** Settings of streams that operators choose, in addition to those of this version. */
interface StreamChoices {
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
    if (await addStream(manager, { ...config, num_replicas: replicas ?? 1 })) continue;
    const num_replicas = replicas ?? (await replicasOf(manager, config));
    await afterElection(() => manager.streams.update(config.name, { ...config, num_replicas }));
  }
}

/** Whether a request failed because the stream does not exist. */
export function isUnknownStream(error: unknown): boolean {
  return apiErrorCode(error) === 10_059;
}

/** Makes a stream; returns false when one of this name exists with other settings. */
export async function addStream(manager: JetStreamManager, config: Partial<StreamConfig>): Promise<boolean> {
  try {
    await afterElection(() => manager.streams.add(config));
    return true;
  } catch (error) {
    if (apiErrorCode(error) === 10058) return false;
    if ((error as { code?: string }).code === ErrorCode.NoResponders)
      throw new ConfigError('JetStream is disabled on the NATS server: enable it (docs/reference/bus.md).', {
        cause: error,
      });
    throw error;
  }
}

async function replicasOf(manager: JetStreamManager, { name }: { name: string }): Promise<number> {
  return (await afterElection(() => manager.streams.info(name))).config.num_replicas;
}
