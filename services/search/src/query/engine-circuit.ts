import { whoseFault } from '../engine/whose-fault.ts';

/** How long an engine that gives no answer is not asked, in milliseconds. */
export const restMilliseconds = 3_000;

/** So many searches in a row without an answer are not the fault of one that is hard to answer. */
const mostFailures = 2;

/** The engine has given no answer a moment ago, and nobody waits for it. */
export class EngineResting extends Error {
  override readonly name = 'EngineResting';
}

/**
 * Keeps searches from waiting for an engine that does not answer: after some failures nobody asks it for a while, then one search does for
 * all. That it refuses a search is an answer.
 */
export class EngineCircuit {
  readonly #now: () => number;
  #failures = 0;
  #restsUntil = 0;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** @throws EngineResting without asking; and what `ask` throws. */
  async through<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    if (this.#now() < this.#restsUntil)
      throw new EngineResting('the search engine is not asked for a moment');
    // Until this one has its answer, nobody else waits for one.
    if (this.#failures >= mostFailures) this.#rest();
    try {
      const answer = await ask();
      this.#forget();
      return answer;
    } catch (error) {
      if (whoseFault(error) === 'engine') this.#fail();
      else this.#forget();
      throw error;
    }
  }

  #fail(): void {
    this.#failures += 1;
    if (this.#failures >= mostFailures) this.#rest();
  }

  #rest(): void {
    this.#restsUntil = this.#now() + restMilliseconds;
  }

  #forget(): void {
    this.#failures = 0;
    this.#restsUntil = 0;
  }
}
