import CircuitBreaker from 'opossum';
import {
  commentsList,
  type Operation,
  recordsGet,
  searchAdvanced,
  ServiceError,
  type ServiceName,
  systemActor,
  usersActor,
} from '@svc/contracts';
import { type breakerStates, type BusCaller, type CallContext, Deadline, type Reply } from '@svc/service-kit';

type BreakerCall = [operation: Operation, input: Uint8Array, context: CallContext];

export type ServiceBreaker = CircuitBreaker<BreakerCall, Reply>;

/** Milliseconds from opening, or from a failed probe, to the next probe. */
export const probeInterval = 1_000;
const probeTimeoutMs = 1_000;

/** The breaker opens when more than half of at least this many requests within the window got no answer. */
const smallestSample = 10;
const windowMilliseconds = 10_000;

/**
 * A breaker that opens when a service stops answering. Any reply counts as an answer, errors included, so that one
 * caller's requests cannot shut out the others; for the same reason slow lists and too large requests are not counted.
 * The deadline of the bus ends a request, never the breaker. A half-open breaker is probed by the gateway itself, with
 * a harmless read; no caller's request is risked.
 */
export function createServiceBreaker(options: {
  service: ServiceName;
  caller: Pick<BusCaller, 'request'>;
  onChange: (state: keyof typeof breakerStates) => void;
}): ServiceBreaker {
  const { service, caller, onChange } = options;
  const sentAt = new WeakMap<CallContext, number>();
  let closedAt = 0;
  const breaker: ServiceBreaker = new CircuitBreaker<BreakerCall, Reply>(
    (operation, input, context) => {
      sentAt.set(context, performance.now());
      return caller.request(operation, input, context);
    },
    {
      name: service,
      timeout: false,
      volumeThreshold: smallestSample,
      errorThresholdPercentage: 50,
      resetTimeout: probeInterval,
      rollingCountTimeout: windowMilliseconds,
      rollingPercentilesEnabled: false,
      enableSnapshots: false,
      // opossum passes the arguments of the call too; its types do not declare them.
      errorFilter: ((error: unknown, ...call: BreakerCall) =>
        breaker.closed && (isTooLarge(error) || isSlowList(call) || isOutdated(call))) as unknown as (
        error: unknown,
      ) => boolean,
    },
  );
  /** Whether the request was sent before the service came back: its loss says nothing about the service now. */
  const isOutdated = ([, , context]: BreakerCall) => (sentAt.get(context) ?? closedAt) < closedAt;
  breaker.on('open', () => onChange('open'));
  breaker.on('close', () => {
    closedAt = performance.now();
    onChange('closed');
  });
  breaker.on('halfOpen', () => {
    onChange('halfOpen');
    probe(breaker, service);
  });
  return breaker;
}

function isTooLarge(error: unknown): boolean {
  return error instanceof ServiceError && error.code === 'request_too_large';
}

function isSlowList([operation, _input, context]: BreakerCall): boolean {
  return operation.kind === 'list' && context.deadline.isOver;
}

/** The breaker takes the outcome: any answer closes it, a missing one opens it again. */
function probe(breaker: ServiceBreaker, service: ServiceName): void {
  const { operation, input } = probes[service];
  const context: CallContext = {
    caller: systemActor('gateway'),
    requestId: `probe-${service}`,
    deadline: Deadline.after(probeTimeoutMs),
  };
  breaker.fire(operation, Buffer.from(JSON.stringify(input)), context).catch(() => undefined);
}

/** The operation that probes each service. Any reply will do, even an error; each of these reaches the service's database. */
const probes: Readonly<Record<ServiceName, { operation: Operation; input: object }>> = {
  records: { operation: recordsGet, input: { post_type: 'contacts', id: 0 } },
  comments: { operation: commentsList, input: { post_type: 'contacts', id: 0, number: 1 } },
  users: { operation: usersActor, input: { user_id: 1 } },
  search: { operation: searchAdvanced, input: { query: '', post_type: 'all', offset: 0 } },
};
