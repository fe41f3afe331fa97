import type { Logger, Store, Write } from '@svc/service-kit';
import type { Counter } from 'prom-client';
import { Deliverer } from '../queue/deliverer.ts';
import { DeliveryQueue } from '../queue/delivery-queue.ts';
import type { PushMessage } from './push-message.ts';
import { pushRoute, type PushRouteOptions } from './push-route.ts';

/** What push works with. */
export interface PushOptions extends PushRouteOptions {
  readonly store: Store;
  readonly count: Counter<'outcome'>;
  readonly now: () => Date;
  readonly log: Logger;
}

/** The pushes to the devices of users: one for each notification, at once. */
export class Push {
  readonly #queue: DeliveryQueue<PushMessage>;
  readonly #deliverer: Deliverer<PushMessage>;
  readonly #now: () => Date;

  constructor(options: PushOptions) {
    this.#now = options.now;
    this.#queue = new DeliveryQueue(options.store, 'pushes');
    this.#deliverer = new Deliverer({ ...options, queue: this.#queue, route: pushRoute(options) });
  }

  /** The writes by which the users of these notifications get pushes of them, in the commit that makes them. */
  async writesFor(
    notifications: readonly { readonly _id: number; readonly userId: number }[],
  ): Promise<Write[]> {
    const dueAt = this.#now();
    const drafts = notifications.map(({ _id, userId }) => ({
      _id: `${userId}.notification.${_id}`,
      kind: 'notification',
      userId,
      dueAt,
      notifications: [_id],
    }));
    return this.#queue.additions(drafts, dueAt);
  }

  /** A push was written. */
  kick(): void {
    this.#deliverer.kick();
  }

  async stop(): Promise<void> {
    await this.#deliverer.stop();
  }
}
