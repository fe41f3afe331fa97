import { afterAll, beforeAll } from '@jest/globals';
import { startStack, type Stack } from '@svc/local-stack';
import { ServiceHarness } from './service-harness.ts';
import { throwAwayStack, type StackOptions, type ThrowAwayStack } from './throw-away-stack.ts';

/** Real servers with a harness on their bus, which are there from the first test of the suite until its last one is over. */
export function stackOfSuite(options?: StackOptions): StackHarness {
  const kit = new StackHarness();
  beforeAll(() => kit.open(options));
  afterAll(() => kit.close());
  return kit;
}

/** Real servers for one test file, with a harness on their bus. */
export class StackHarness {
  stack!: ThrowAwayStack;
  harness!: ServiceHarness;
  #running: Stack | undefined;

  async open(options?: StackOptions): Promise<void> {
    this.#running = this.stack = await throwAwayStack(options);
    this.harness = await ServiceHarness.open(this.stack, { isOpen: true });
  }

  /** Ends NATS. What its streams hold is still there after `startNats`. */
  async stopNats(): Promise<void> {
    await this.#running?.servers.find(({ name }) => name === 'nats')?.stop();
  }

  /** Starts NATS again, at the address it had. */
  async startNats(): Promise<void> {
    const { dataDir, mongodbUrl, meiliUrl, meiliKey, natsUrl } = this.stack;
    this.#running = await startStack({
      dataDir,
      env: { MONGODB_URL: mongodbUrl, MEILI_URL: meiliUrl, MEILI_KEY: meiliKey },
      ports: { nats: Number(new URL(natsUrl).port) },
      report: () => {},
      throwAway: true,
    });
  }

  async close(): Promise<void> {
    await this.harness.close();
    if (this.#running !== this.stack) await this.#running?.stop();
    await this.stack.stop();
  }
}
