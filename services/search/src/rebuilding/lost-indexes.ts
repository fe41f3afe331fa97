import type { Logger } from '@svc/service-kit';

const lookMilliseconds = 5_000;

/**
 * Watches for indexes that are no longer those that were filled: an engine that has lost its data, or was brought back from
 * a backup, makes them anew with whatever is written next, and looks like one that has all. An older version of the
 * service that still runs may have built others, too.
 */
export class LostIndexes {
  readonly #rebuildIfNeeded: () => Promise<void>;
  readonly #log: Logger;
  #timer: NodeJS.Timeout | undefined;

  constructor(rebuildIfNeeded: () => Promise<void>, log: Logger) {
    this.#rebuildIfNeeded = rebuildIfNeeded;
    this.#log = log;
  }

  start(): void {
    this.#timer = setInterval(() => void this.#look(), lookMilliseconds);
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
  }

  async #look(): Promise<void> {
    try {
      await this.#rebuildIfNeeded();
    } catch (error) {
      this.#log.debug({ err: error }, 'the indexes can not be looked at; it will be tried again');
    }
  }
}
