import {
  DiscardPolicy,
  nanos,
  RetentionPolicy,
  StorageType,
  type JetStreamManager,
  type StreamConfig,
} from 'nats';
import { commandStream, deadLetterStream, eventStream } from '@svc/contracts';

const day = 24 * 60 * 60 * 1000;

const streams: Partial<StreamConfig>[] = [
  {
    name: eventStream,
    subjects: ['svc.events.>'],
    retention: RetentionPolicy.Limits,
    max_age: nanos(7 * day),
    duplicate_window: nanos(60 * 60 * 1000),
  },
  {
    name: commandStream,
    subjects: ['svc.commands.>'],
    retention: RetentionPolicy.Workqueue,
    duplicate_window: nanos(60 * 60 * 1000),
  },
  {
    name: deadLetterStream,
    subjects: ['svc.dead-letters.>'],
    retention: RetentionPolicy.Limits,
    max_age: nanos(30 * day),
  },
];

/** Makes the streams of the service unless they are there; every service does it at start, in any order. */
export async function ensureStreams(manager: JetStreamManager): Promise<void> {
  for (const stream of streams) {
    const config = { storage: StorageType.File, discard: DiscardPolicy.Old, ...stream };
    await manager.streams.add(config).catch(async (error: unknown) => {
      if (!isNameInUse(error)) throw error;
      await manager.streams.update(config.name as string, config);
    });
  }
}

function isNameInUse(error: unknown): boolean {
  const code = (error as { api_error?: { err_code?: number } }).api_error?.err_code;
  return code === 10058;
}
