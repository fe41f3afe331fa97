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

/** One request as the breaker passes it on. */
export type BreakerCall = [operation: Operation, input: Uint8Array, context: CallContext];

/** A breaker in front of one service. */
export type ServiceBreaker = CircuitBreaker<BreakerCall, Reply>;

/** Milliseconds between opening (or a probe that failed) and the next probe. */
export const probeInterval = 1_000;
const probeTimeoutMs = 1_000;

/** It opens when of at least this many requests within the window more than half got no answer. */
const smallestSample = 10;
const windowMilliseconds = 10_000;

/**
 * A breaker that opens when a service stops to answer. An answer is an answer whatever it says, so what one caller asks
 * for cannot shut the others out; a list that takes too long and a request that is too large are not counted for the
 * same reason. The deadline of the bus ends a request, never the breaker. When the breaker is half open it is the gateway
 * itself that tries the service, with a harmless read: no caller's request is spent on it.
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
      // opossum hands over the arguments of the call as well; its types do not know.
      errorFilter: ((error: unknown, ...call: BreakerCall) =>
        breaker.closed && (isTooLarge(error) || isSlowList(call) || isOutdated(call))) as unknown as (
        error: unknown,
      ) => boolean,
    },
  );
  /** It was sent before the service came back: that it is lost says nothing of the service as it is now. */
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

/** The outcome is the breaker's to judge: an answer closes it, none opens it again. */
function probe(breaker: ServiceBreaker, service: ServiceName): void {
  const { operation, input } = probes[service];
  const context: CallContext = {
    caller: systemActor('gateway'),
    requestId: `probe-${service}`,
    deadline: Deadline.after(probeTimeoutMs),
  };
  breaker.fire(operation, Buffer.from(JSON.stringify(input)), context).catch(() => undefined);
}

/** An operation that changes nothing and costs little. */
interface Probe {
  readonly operation: Operation;
  readonly input: object;
}

/**
 * What each service is asked to find out whether it is back. Any answer will do, a refusal as well; these get as far as
 * the service's database.
 */
const probes: Readonly<Record<ServiceName, Probe>> = {
  records: { operation: recordsGet, input: { post_type: 'contacts', id: 0 } },
  comments: { operation: commentsList, input: { post_type: 'contacts', id: 0, number: 1 } },
  users: { operation: usersActor, input: { user_id: 1 } },
  search: { operation: searchAdvanced, input: { query: '', post_type: 'all', offset: 0 } },
};
