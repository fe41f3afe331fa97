import type { Actor, Identity, Operation } from '@svc/contracts';
import type { AdmissionLimits, OperationClass } from '../config/queue-settings.ts';
import type { ServiceMetrics } from '../ops/service-metrics.ts';
import type { Deadline } from '../time/deadline.ts';
import { FairQueue, turnOf, type FairQueueOptions } from './fair-queue.ts';
import { RecentCallers } from './recent-callers.ts';

/** How many lists of one caller run at the same time while others send requests of any class. */
const listsBesideOthers = 1;

/** A request as it asks for admission. */
interface Arrival {
  readonly sender: Identity;
  readonly actor: Actor;
  readonly deadline: Deadline;
}

/** Decides when requests of clients run (ADR 21): each class of operations has a queue that is fair between callers. */
export class Admission {
  readonly #queues: Readonly<Record<OperationClass, FairQueue>>;
  readonly #callers = new RecentCallers();

  constructor({ atOnce, maxWaiting }: AdmissionLimits, metrics: ServiceMetrics) {
    const queue = (name: OperationClass, besideOthers?: FairQueueOptions['besideOthers']) =>
      new FairQueue({
        name,
        atOnce: atOnce[name],
        ...(besideOthers && { besideOthers }),
        maxWaiting: maxWaiting[name],
        metrics,
      });
    this.#queues = {
      get: queue('get'),
      list: queue('list', { ofCaller: listsBesideOthers, callers: this.#callers }),
      write: queue('write'),
      bulk: queue('bulk'),
      import: queue('import'),
    };
  }

  /** Runs an operation when it is its turn. @throws ServiceError `service_unavailable` like `FairQueue.run`. */
  run<Result>(operation: Operation, arrival: Arrival, work: () => Promise<Result>): Promise<Result> {
    if (!isFromOutside(operation, arrival)) return work();
    const turn = turnOf(arrival);
    this.#callers.note(turn.caller);
    return this.#queues[classOf(operation)].run(turn, work);
  }
}

function classOf({ kind, isBulk, isImport }: Operation): OperationClass {
  if (isImport) return 'import';
  if (isBulk) return 'bulk';
  return kind === 'read' ? 'get' : kind;
}

/**
 * Whether a request has to queue. A call by another service belongs to a request that was already admitted: if it had to queue, requests
 * that hold all places could wait for each other. A call by the gateway itself serves all its callers.
 */
function isFromOutside(operation: Operation, { sender, actor }: Arrival): boolean {
  if (operation.isBulk || operation.isImport) return sender === 'gateway' || sender === 'admin';
  return sender === 'gateway' && actor.kind !== 'system';
}
