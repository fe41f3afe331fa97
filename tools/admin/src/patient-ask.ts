import { setTimeout as delay } from 'node:timers/promises';
import { ServiceError } from '@svc/contracts';
import type { Ask } from './services.ts';

const attempts = 10;
const pauseMs = { first: 200, most: 10_000 };
/** Codes of what may go well when it is sent again; every operation of an import may be. */
const isPassing = new Set(['service_unavailable', 'outcome_unknown', 'write_conflict']);

/** Asks the services, again where they are away for a while: an import takes long. */
export function patientAsk(ask: Ask): Ask {
  return (operation, input, options) => patiently(() => ask(operation, input, options));
}

/** Does it again while services are away; for a minute. @throws what it throws in the end, or at once where waiting is of no use. */
export async function patiently<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!mayPass(error) || attempt === attempts) throw error;
      await delay(Math.min(pauseMs.most, pauseMs.first * 2 ** attempt));
    }
  }
}

/** Whether the services may do later what they could not do now. */
export function mayPass(error: unknown): boolean {
  return error instanceof ServiceError && isPassing.has(String(error.code));
}
