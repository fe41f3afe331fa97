import { ServiceError } from '@svc/contracts';

/** How long a request may take from the gateway's door to its answer, in milliseconds. Under the 5 s a client waits. */
export const defaultTimeoutMs = 4_000;

/** The moment after which nobody waits for an answer any more. */
export class Deadline {
  /** Unix milliseconds. */
  readonly at: number;

  constructor(at: number) {
    this.at = at;
  }

  /** A deadline that many milliseconds from now. */
  static after(milliseconds: number = defaultTimeoutMs): Deadline {
    return new Deadline(Date.now() + milliseconds);
  }

  /** Milliseconds that are left; never negative. */
  get remaining(): number {
    return Math.max(0, this.at - Date.now());
  }

  get isOver(): boolean {
    return this.remaining === 0;
  }

  /** @throws ServiceError `service_unavailable` when nobody waits any more. */
  check(): void {
    if (this.isOver) throw tooBusy();
  }
}

/** Kept back from a deadline for the way of an answer, in milliseconds. */
const answerMs = 250;

/** For how many milliseconds a request may still be refused so that the refusal arrives. */
export function answerableFromNow(deadline: Deadline): number {
  return Math.max(0, deadline.remaining - answerMs);
}

/** Nothing was done for a request, because others were before it. */
export function tooBusy(): ServiceError {
  return new ServiceError('service_unavailable', 'The service was too busy to handle this request in time.');
}
