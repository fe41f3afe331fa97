import { Gauge, type Registry } from 'prom-client';
import { degradedStates, type DegradedState } from '@svc/contracts';
import { within } from '../time/within.ts';

/** A check for one state of `degradedStates`. */
export interface DegradedCheck {
  readonly state: DegradedState;
  /** Returns the reason while the service is in this state. When it throws, the state is unknown and not reported. */
  readonly check: () => Promise<string | undefined> | string | undefined;
}

/** The states of a process and their reasons. */
export type DegradedReasons = Partial<Record<DegradedState, string>>;

/** How long a result is valid, in milliseconds: probes and scrapes come more often than the checks should run. */
const defaultMaxAgeMs = 15_000;
/** How long a check may take, in milliseconds: less than clients of `/readyz` wait. */
const checkMs = 1_500;

/** The states in which this process works, while something is missing, behind, paused or failed. */
export class Degradation {
  readonly #maxAgeMs: number;
  #checks: readonly DegradedCheck[] = [];
  #last: { readonly at: number; readonly reasons: Promise<DegradedReasons> } | undefined;

  constructor(registry: Registry, { maxAgeMs = defaultMaxAgeMs }: { readonly maxAgeMs?: number } = {}) {
    this.#maxAgeMs = maxAgeMs;
    const current = () => this.current();
    const checked = () => this.#checks.map(({ state }) => state);
    new Gauge({
      name: 'svc_degraded',
      help: 'Whether the process is in a degraded state: 1 or 0.',
      labelNames: ['state'] as const,
      registers: [registry],
      async collect() {
        const reasons = await current();
        for (const state of checked()) this.set({ state }, reasons[state] === undefined ? 0 : 1);
      },
    });
  }

  setChecks(checks: readonly DegradedCheck[]): void {
    this.#checks = checks;
    this.#last = undefined;
  }

  /** Returns the current states, which were checked no longer than some seconds ago. */
  current(): Promise<DegradedReasons> {
    const now = performance.now();
    if (!this.#last || now - this.#last.at > this.#maxAgeMs) this.#last = { at: now, reasons: this.#check() };
    return this.#last.reasons;
  }

  async #check(): Promise<DegradedReasons> {
    const outcomes = this.#checks.map(async ({ state, check }) => {
      const reason = await within(checkMs, (async () => check())()).catch(() => undefined);
      return reason === undefined ? [] : [[state, reason] as const];
    });
    return Object.fromEntries((await Promise.all(outcomes)).flat());
  }
}

/** Adds the remedy to each reason, as `/readyz` shows them. */
export function withRemedies(
  reasons: DegradedReasons,
): Record<string, { readonly reason: string; readonly remedy: string }> {
  const states = Object.entries(reasons) as [DegradedState, string][];
  return Object.fromEntries(
    states.map(([state, reason]) => [state, { reason, remedy: degradedStates[state].remedy }]),
  );
}
