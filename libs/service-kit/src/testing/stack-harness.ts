import { startStack, type Stack } from '@svc/local-stack';
import { ServiceHarness } from './service-harness.ts';
import { throwAwayStack, type StackOptions, type ThrowAwayStack } from './throw-away-stack.ts';

/** Real servers for one test file, with a harness on their bus. */
export class StackHarness {
  readonly stack: ThrowAwayStack;
  readonly harness: ServiceHarness;
  #restarted: Stack | undefined;

  private constructor(stack: ThrowAwayStack, harness: ServiceHarness) {
    this.stack = stack;
    this.harness = harness;
  }

  static async open(options?: StackOptions): Promise<StackHarness> {
    const stack = await throwAwayStack(options);
    return new StackHarness(stack, await ServiceHarness.open(stack, { isOpen: true }));
  }

  /** Ends NATS. What its streams hold is still there after `startNats`. */
  async stopNats(): Promise<void> {
    const { servers } = this.#restarted ?? this.stack;
    await servers.find(({ name }) => name === 'nats')?.stop();
  }

  /** Starts NATS again, at the address it had. */
  async startNats(): Promise<void> {
    const { dataDir, mongodbUrl, meiliUrl, meiliKey, natsUrl } = this.stack;
    this.#restarted = await startStack({
      dataDir,
      env: { MONGODB_URL: mongodbUrl, MEILI_URL: meiliUrl, MEILI_KEY: meiliKey },
      ports: { nats: Number(new URL(natsUrl).port) },
      report: () => {},
      throwAway: true,
    });
  }

  async close(): Promise<void> {
    await this.harness.close();
    await this.#restarted?.stop();
    await this.stack.stop();
  }
}
