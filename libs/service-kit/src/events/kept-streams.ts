import type { JetStreamManager } from 'nats';
import { ScheduledTask } from '../jobs/scheduler.ts';
import type { Logger } from '../log/create-logger.ts';
import { addStream, isUnknownStream, streams } from './ensure-streams.ts';

/** Milliseconds between two looks at the streams. */
const lookMs = 5_000;

interface KeptStreamsOptions {
  readonly manager: JetStreamManager;
  readonly eventDays: number;
  readonly log: Logger;
  readonly everyMs?: number;
}

/** Creates the streams of the service again when they are deleted while it runs. */
export class KeptStreams {
  readonly #options: KeptStreamsOptions;
  readonly #task: ScheduledTask;
  #missing: string | undefined;

  constructor(options: KeptStreamsOptions) {
    this.#options = options;
    const { log, everyMs = lookMs } = options;
    const failure = 'failed to check the streams';
    this.#task = new ScheduledTask({
      name: 'check the streams',
      run: () => this.#look(),
      everyMs,
      failure,
      log,
    });
  }

  start(): this {
    this.#task.start();
    return this;
  }

  async stop(): Promise<void> {
    await this.#task.stop();
  }

  /** @throws Error while a stream is missing. */
  check(): void {
    if (this.#missing !== undefined) throw new Error(`the stream ${this.#missing} does not exist`);
  }

  async #look(): Promise<void> {
    const { manager, eventDays, log } = this.#options;
    for (const config of streams(eventDays)) {
      const { name } = config;
      try {
        await manager.streams.info(name);
      } catch (error) {
        if (!isUnknownStream(error)) throw error;
        this.#missing = name;
        await addStream(manager, config);
        log.error({ stream: name }, 'stream created again: it was deleted while the service ran');
      }
      if (this.#missing === name) this.#missing = undefined;
    }
  }
}
