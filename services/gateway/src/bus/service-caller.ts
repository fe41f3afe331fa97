import CircuitBreaker from 'opossum';
import { type Operation, msg, ServiceError, type ServiceName, serviceNames, serviceOf } from '@svc/contracts';
import {
  breakerStates,
  decodeBody,
  encodeBody,
  errorOfReply,
  type BusCaller,
  type CallContext,
  type Logger,
  type Reply,
} from '@svc/service-kit';
import { createServiceBreaker, probeInterval, type ServiceBreaker } from './service-breaker.ts';

/** The request on whose behalf the gateway calls a service in its own name. */
export type CallOrigin = Pick<CallContext, 'requestId' | 'deadline' | 'traceparent'>;

interface ServiceCallerOptions {
  readonly caller: Pick<BusCaller, 'request'>;
  readonly log: Logger;
  /** Called with the number of a breaker's state (see `breakerStates`) at the start and at each change. */
  readonly onState: (service: ServiceName, state: number) => void;
}

/** Sends operations to the services, each through its own circuit breaker. */
export class ServiceCaller {
  readonly #breakers: ReadonlyMap<ServiceName, ServiceBreaker>;

  constructor(options: ServiceCallerOptions) {
    this.#breakers = new Map(serviceNames.map((service) => [service, watchedBreaker(service, options)]));
  }

  /**
   * The reply to an operation with its bytes unchanged; an error of the service is a reply and not thrown.
   * @throws ServiceError `service_unavailable`, `outcome_unknown` for a write without an answer, or
   * `request_too_large`.
   */
  async request(operation: Operation, input: object, context: CallContext): Promise<Reply> {
    context.deadline.check();
    const service = serviceOf(operation);
    const breaker = this.#breakers.get(service) as ServiceBreaker;
    return breaker.fire(operation, encodeBody(input), context).catch((error: unknown) => {
      throw error instanceof Error && CircuitBreaker.isOurError(error) ? isOpen(service, error) : error;
    });
  }

  /** The output of an operation. @throws ServiceError like `request`, and the operation's own errors. */
  async call<Input extends object, Output>(
    operation: Operation<Input, Output>,
    input: Input,
    context: CallContext,
  ): Promise<Output> {
    const reply = await this.request(operation, input, context);
    if (!reply.ok) throw errorOfReply(reply);
    return decodeBody(reply.body) as Output;
  }

  /** Ends the breakers' timers. */
  close(): void {
    for (const breaker of this.#breakers.values()) breaker.shutdown();
  }
}

function watchedBreaker(
  service: ServiceName,
  { caller, log, onState }: ServiceCallerOptions,
): ServiceBreaker {
  let answers = true;
  onState(service, breakerStates.closed);
  return createServiceBreaker({
    service,
    caller,
    onChange: (state) => {
      onState(service, breakerStates[state]);
      // Failed probes are not logged: there is one each second.
      if (answers && state === 'open')
        log.warn({ target: service }, 'service unreachable: circuit breaker opened');
      if (!answers && state === 'closed')
        log.warn({ target: service }, 'service reachable again: circuit breaker closed');
      if (state !== 'halfOpen') answers = state === 'closed';
    },
  });
}

function isOpen(service: ServiceName, cause: Error): ServiceError {
  return new ServiceError(
    'service_unavailable',
    msg`The ${service} service is not available, and the request was not sent to it. Try again shortly.`,
    { data: { retry_after: Math.ceil(probeInterval / 1000) }, cause },
  );
}
