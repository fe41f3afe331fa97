import type { Identity, Operation } from '@svc/contracts';
import type { AdmissionLimits, OperationClass } from '../config/queue-settings.ts';
import type { ServiceMetrics } from '../ops/service-metrics.ts';
import { FairQueue, type QueuedCall } from './fair-queue.ts';

/** Decides when requests of clients are carried out (ADR 21): a queue for each class of operations, fair between callers. */
export class Admission {
  readonly #queues: Readonly<Record<OperationClass, FairQueue>>;

  constructor({ atOnce, maxWaiting }: AdmissionLimits, metrics: ServiceMetrics) {
    const queue = (name: OperationClass) =>
      new FairQueue({ name, atOnce: atOnce[name], maxWaiting, metrics });
    this.#queues = {
      get: queue('get'),
      list: queue('list'),
      write: queue('write'),
      bulk: queue('bulk'),
    };
  }

  /** Carries an operation out when it is its turn. @throws ServiceError `service_unavailable` like `FairQueue.run`. */
  run<Result>(
    operation: Operation,
    { sender, ...call }: QueuedCall & { readonly sender: Identity },
    work: () => Promise<Result>,
  ): Promise<Result> {
    if (!isFromOutside(operation, sender, call)) return work();
    return this.#queues[classOf(operation)].run(call, work);
  }
}

function classOf({ kind, isBulk }: Operation): OperationClass {
  if (isBulk) return 'bulk';
  return kind === 'read' ? 'get' : kind;
}

/**
 * What another service asks is part of a request that was let in: if it waited for a place, requests that hold all places could wait for each
 * other. What the gateway asks in its own name is part of everybody's.
 */
function isFromOutside(operation: Operation, sender: Identity, { actor }: QueuedCall): boolean {
  if (operation.isBulk) return sender === 'gateway' || sender === 'admin';
  return sender === 'gateway' && actor.kind !== 'system';
}
