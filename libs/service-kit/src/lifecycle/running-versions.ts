import type { NatsConnection } from 'nats';
import { z } from 'zod';
import { presenceSubject, programVersion, type Identity } from '@svc/contracts';
import { ScheduledTask } from '../jobs/scheduler.ts';
import type { Logger } from '../log/create-logger.ts';

/** How often an instance announces its version, in milliseconds, and after how long a silent one no longer counts. */
const announceMs = 10_000;
const forgottenMs = 35_000;

const presenceSchema = z.object({ instance: z.string(), version: z.string() });

interface Present {
  readonly service: string;
  readonly version: string;
  readonly seenAt: number;
}

interface RunningVersionsOptions {
  readonly bus: NatsConnection;
  readonly service: Identity;
  readonly instance: string;
  readonly log: Logger;
}

/** Announces the version of this instance, and collects those of all others. Only `doctor` relies on signed answers. */
export class RunningVersions {
  readonly #present = new Map<string, Present>();
  readonly #task: ScheduledTask;

  constructor({ bus, service, instance, log }: RunningVersionsOptions) {
    const announcement = JSON.stringify({ instance, version: programVersion });
    bus.subscribe(presenceSubject('*'), {
      callback: (error, message) => {
        if (error) return;
        const parsed = presenceSchema.safeParse(message.json());
        if (!parsed.success) return;
        const [, , sender = ''] = message.subject.split('.');
        const { version } = parsed.data;
        this.#present.set(parsed.data.instance, { service: sender, version, seenAt: performance.now() });
      },
    });
    this.#task = new ScheduledTask({
      name: 'announce the version',
      run: async () => bus.publish(presenceSubject(service), announcement),
      everyMs: announceMs,
      failure: 'failed to announce the version',
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

  /** Returns the versions of the instances that announced themselves recently, with the services that run them. */
  get versions(): ReadonlyMap<string, ReadonlySet<string>> {
    const oldest = performance.now() - forgottenMs;
    const versions = new Map<string, Set<string>>();
    for (const [instance, { service, version, seenAt }] of this.#present)
      if (seenAt < oldest) this.#present.delete(instance);
      else versions.set(version, (versions.get(version) ?? new Set<string>()).add(service));
    return versions;
  }
}
