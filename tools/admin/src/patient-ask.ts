import { setTimeout as delay } from 'node:timers/promises';
import { ServiceError } from '@svc/contracts';
import { backoffMs } from '@svc/service-kit';
import type { Ask } from './services.ts';

const attempts = 10;
const pauses = { firstMs: 400, maxMs: 10_000 };
/** Codes of errors after which a request may be repeated; every operation of an import is idempotent. */
const isPassing = new Set(['service_unavailable', 'outcome_unknown', 'write_conflict']);

export function patientAsk(ask: Ask): Ask {
  return (operation, input, options) => patiently(() => ask(operation, input, options));
}

/** Retries `work` for about a minute while services are unavailable. @throws the last error, or the first that waiting cannot cure. */
export async function patiently<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!mayPass(error) || attempt === attempts) throw error;
      await delay(backoffMs(pauses, attempt));
    }
  }
}

export function mayPass(error: unknown): boolean {
  return error instanceof ServiceError && isPassing.has(String(error.code));
}
