import { Counter, type Registry } from 'prom-client';
import type { ExtensionFailure } from '@svc/contracts';

/** A failure of an extension: its name, the hook, and what happened. */
type Failed = Pick<ExtensionFailure, 'extension' | 'hook' | 'outcome'>;

/** Counts the failures of extensions since the start of the process, for metrics and for the status. */
export class ExtensionFailures {
  readonly #counted = new Map<string, ExtensionFailure>();
  readonly #counter: Counter<keyof Failed>;

  constructor(registry: Registry) {
    this.#counter = new Counter({
      name: 'svc_extension_failures_total',
      help: 'Hooks and subscriptions of extensions that failed (failed) or did not answer in time (timeout), failures that they did not handle (unhandled), and blocks of the event loop (blocked). Refusals do not count.',
      labelNames: ['extension', 'hook', 'outcome'] as const,
      registers: [registry],
    });
  }

  count({ extension, hook, outcome }: Failed): void {
    this.#counter.inc({ extension, hook, outcome });
    const key = JSON.stringify([extension, hook, outcome]);
    const count = (this.#counted.get(key)?.count ?? 0) + 1;
    this.#counted.set(key, { extension, hook, outcome, count, last_at: new Date().toISOString() });
  }

  /** The failures by extension, hook and outcome: their number, and when the last one happened. */
  get counted(): readonly ExtensionFailure[] {
    return [...this.#counted.values()];
  }
}
