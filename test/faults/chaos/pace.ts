import { setTimeout as delay } from 'node:timers/promises';
import { Choices } from '@svc/demo/choices';

/** The rhythm of several writers, which can be paused. */
export class Pace {
  readonly #meanMs: number;
  readonly #choices: Choices;
  #writers: number;
  #idle = 0;
  #gate: PromiseWithResolvers<void> | undefined;
  #allIdle: PromiseWithResolvers<void> | undefined;

  constructor({ writers, perSecond, seed }: { writers: number; perSecond: number; seed: number }) {
    this.#writers = writers;
    this.#meanMs = (1_000 * writers) / perSecond;
    this.#choices = new Choices(seed);
  }

  /** Resolves when a writer may begin its next write. */
  async turn(): Promise<void> {
    this.#idle += 1;
    this.#look();
    await delay(this.#meanMs * (0.5 + this.#choices.next()));
    while (this.#gate) await this.#gate.promise;
    this.#idle -= 1;
  }

  /** A writer has ended. */
  leave(): void {
    this.#writers -= 1;
    this.#look();
  }

  /** Resolves when the last write is acknowledged; no other begins before `resume`. */
  async pause(): Promise<void> {
    this.#gate ??= Promise.withResolvers();
    this.#allIdle ??= Promise.withResolvers();
    this.#look();
    await this.#allIdle.promise;
  }

  resume(): void {
    this.#allIdle = undefined;
    this.#gate?.resolve();
    this.#gate = undefined;
  }

  #look(): void {
    if (this.#idle >= this.#writers) this.#allIdle?.resolve();
  }
}
