import { ServiceError } from '@svc/contracts';

/** How long work that no client waits for may take, in milliseconds; the deadlines of clients' requests are settings of the gateway. */
const defaultTimeoutMs = 4_000;

/** The moment by which a request must be answered. */
export class Deadline {
  /** Unix milliseconds; whole, because MongoDB refuses fractions. */
  readonly at: number;

  constructor(at: number) {
    this.at = Math.floor(at);
  }

  /** Makes a deadline this many milliseconds from now. */
  static after(milliseconds: number = defaultTimeoutMs): Deadline {
    return new Deadline(Date.now() + milliseconds);
  }

  /** The remaining milliseconds; never negative. */
  get remaining(): number {
    return Math.max(0, this.at - Date.now());
  }

  /** The limit of a database command that may take all of the remaining time: at least 1, because MongoDB takes 0 for no limit. */
  get maxTimeMS(): number {
    return Math.max(1, this.remaining);
  }

  get isOver(): boolean {
    return this.remaining === 0;
  }

  /** @throws ServiceError `service_unavailable` when the deadline has passed */
  check(): void {
    if (this.isOver) throw tooBusy();
  }
}

/** How much of a deadline is reserved for the transport of the answer, in milliseconds. */
const answerMs = 250;

/** Returns how long a request may still wait before it is refused, in milliseconds, so that the refusal arrives in time. */
export function answerableFromNow(deadline: Deadline): number {
  return Math.max(0, deadline.remaining - answerMs);
}

/** The refusal of a request that was not served, because others came before it. */
export function tooBusy(): ServiceError {
  return new ServiceError(
    'service_unavailable',
    'The service is overloaded and did not handle the request in time; try again shortly.',
  );
}
