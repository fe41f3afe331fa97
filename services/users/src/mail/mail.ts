import { randomUUID } from 'node:crypto';
import type { Logger, Store, Write } from '@svc/service-kit';
import type { Counter } from 'prom-client';
import { settingsOf } from '../model/user-settings.ts';
import type { User } from '../model/user.ts';
import { Deliverer } from '../queue/deliverer.ts';
import type { DeliveryQueue, PastDelivery } from '../queue/delivery-queue.ts';
import type { OutgoingMessage } from '../queue/delivery.ts';
import { gatheredAt, mailDrafts, type Mailed } from './mail-drafts.ts';
import { mailRoute, type AddressedMail, type MailRouteOptions } from './mail-route.ts';

export interface MailOptions extends MailRouteOptions {
  readonly store: Store;
  readonly count: Counter<'outcome'>;
  readonly now: () => Date;
  readonly log: Logger;
}

/** Milliseconds for which sending a password reset is retried; afterwards the user no longer waits for it. */
const resetTimeoutMs = 3_600_000;

/** The mails of this service: queued in the commit they belong to, sent by any instance. */
export class Mail {
  readonly queue: DeliveryQueue<AddressedMail>;
  readonly #options: MailOptions;
  readonly #deliverer: Deliverer<AddressedMail>;

  constructor(options: MailOptions) {
    this.#options = options;
    this.#deliverer = new Deliverer({ ...options, collection: 'mails', route: mailRoute(options) });
    this.queue = this.#deliverer.queue;
  }

  /** The writes that queue mails about notifications, for the commit that creates them. */
  async writesFor(notifications: readonly Mailed[], receivers: readonly User[]): Promise<Write[]> {
    const preferences = new Map(receivers.map((user) => [user._id, settingsOf(user).emailPreference]));
    const drafts = mailDrafts(notifications, (userId) => preferences.get(userId) ?? '', this.#options.now());
    return this.queue.additions(drafts);
  }

  /** The newest password-reset mails of a user. */
  async passwordResets(userId: number, limit: number): Promise<PastDelivery[]> {
    return this.queue.newestOf(limit, { userId, kind: 'password_reset' });
  }

  /**
   * The write that queues a password-reset mail after the given last one. Of concurrent requests that read the same
   * last mail, only the first queues one; it serves them all.
   */
  passwordReset(userId: number, last: PastDelivery | undefined): Write {
    const dueAt = this.#options.now();
    const _id = `${userId}.reset.${serialOf(last) + 1}`;
    const retryUntil = new Date(dueAt.getTime() + resetTimeoutMs);
    const draft = {
      _id,
      kind: 'password_reset',
      userId,
      notifications: [],
      dueAt,
      retryUntil,
      isUrgent: true,
    };
    return this.queue.insertionOnce(draft);
  }

  /** The writes that queue a message, one mail per address, so that a refused address does not affect the others. */
  messages(userId: number, addresses: readonly string[], message: Omit<OutgoingMessage, 'to'>): Write[] {
    const dueAt = this.#options.now();
    const id = `${userId}.message.${randomUUID()}`;
    const draft = { kind: 'message', userId, notifications: [], dueAt };
    return addresses.map((to, index) =>
      this.queue.insertionOnce({ ...draft, _id: `${id}.${index}`, message: { ...message, to } }),
    );
  }

  /** To be called when a mail was queued, and at the start. */
  kick(): void {
    this.#deliverer.kick();
  }

  /** To be called when mails about notifications were queued. */
  kickWhenGathered(): void {
    this.#deliverer.kick(gatheredAt(this.#options.now()));
  }

  async stop(): Promise<void> {
    await this.#deliverer.stop();
  }
}

/** The serial number at the end of a mail's id. */
function serialOf(reset: PastDelivery | undefined): number {
  return Number(/\.(\d+)$/.exec(reset?._id ?? '')?.[1] ?? 0);
}
