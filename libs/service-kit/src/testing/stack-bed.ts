import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStack, type Stack } from '@svc/local-stack';
import { ServiceBed } from './service-bed.ts';

const quiet = { report: () => {}, throwAway: true };

/** Real servers of its own for one test file, with a bed on their bus. */
export class StackBed {
  readonly stack: Stack;
  readonly bed: ServiceBed;
  readonly #directory: string;
  #restarted: Stack | undefined;

  private constructor(stack: Stack, bed: ServiceBed, directory: string) {
    this.stack = stack;
    this.bed = bed;
    this.#directory = directory;
  }

  static async open(): Promise<StackBed> {
    const directory = await mkdtemp(join(tmpdir(), 'svc-kit-'));
    const stack = await startStack({ dataDir: directory, env: {}, ...quiet });
    return new StackBed(stack, await ServiceBed.open(stack.natsUrl), directory);
  }

  /** Ends NATS. What its streams hold is still there after `startNats`. */
  async stopNats(): Promise<void> {
    const { servers } = this.#restarted ?? this.stack;
    await servers.find(({ name }) => name === 'nats')?.stop();
  }

  /** Starts NATS again, at the address it had. */
  async startNats(): Promise<void> {
    const { mongodbUrl, meiliUrl, meiliKey, natsUrl } = this.stack;
    this.#restarted = await startStack({
      dataDir: this.#directory,
      env: { MONGODB_URL: mongodbUrl, MEILI_URL: meiliUrl, MEILI_KEY: meiliKey },
      ports: { nats: Number(new URL(natsUrl).port) },
      ...quiet,
    });
  }

  async close(): Promise<void> {
    await this.bed.close();
    await this.#restarted?.stop();
    await this.stack.stop();
    await rm(this.#directory, { recursive: true, force: true });
  }
}
