import {
  DiscardPolicy,
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

const streams = (eventDays: number): Partial<StreamConfig>[] => [
  {
    name: eventStream,
    subjects: ['svc.events.>'],
    retention: RetentionPolicy.Limits,
    max_age: nanos(eventDays * day),
    duplicate_window: nanos(hour),
  },
  {
    name: viewStream,
    subjects: [viewSubject],
    retention: RetentionPolicy.Limits,
    max_age: nanos(day),
    max_bytes: 64 * megabyte,
  },
  {
    name: commandStream,
    subjects: ['svc.commands.>'],
    retention: RetentionPolicy.Workqueue,
    duplicate_window: nanos(hour),
  },
  {
    name: deadLetterStream,
    subjects: ['svc.dead-letters.>'],
    retention: RetentionPolicy.Limits,
    max_age: nanos(30 * day),
  },
];

/**
 * Makes the streams of the service unless they are there; every service does it at start, in any order. One that is there with other
 * settings stays as it is: to change it is for `updateStreams` alone.
 */
export async function ensureStreams(
  manager: JetStreamManager,
  log: Pick<Logger, 'warn'>,
  eventDays = maxEventDays,
): Promise<void> {
  await eachStream({ manager, eventDays }, async ({ name: stream }) =>
    log.warn(
      { stream },
      'a stream has other settings than this version gives it: npm run admin -- bus streams',
    ),
  );
}

/** Makes the streams that are missing, and gives those that are there the settings of this version. */
export async function updateStreams(manager: JetStreamManager, eventDays = maxEventDays): Promise<void> {
  await eachStream({ manager, eventDays }, async (config) => {
    await manager.streams.update(config.name as string, config);
  });
}

async function eachStream(
  { manager, eventDays }: { manager: JetStreamManager; eventDays: number },
  onOther: (config: Partial<StreamConfig>) => Promise<void>,
): Promise<void> {
  for (const stream of streams(eventDays)) {
    const config = { storage: StorageType.File, discard: DiscardPolicy.Old, ...stream };
    await manager.streams.add(config).catch(async (error: unknown) => {
      if (!isNameInUse(error)) throw error;
      await onOther(config);
    });
  }
}

function isNameInUse(error: unknown): boolean {
  const code = (error as { api_error?: { err_code?: number } }).api_error?.err_code;
  return code === 10058;
}
