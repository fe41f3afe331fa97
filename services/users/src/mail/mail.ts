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

/** What the mail of this service works with. */
export interface MailOptions extends MailRouteOptions {
  readonly store: Store;
  readonly count: Counter<'outcome'>;
  readonly now: () => Date;
  readonly log: Logger;
}

/** How long a user who has asked for a new password waits for the mail, in milliseconds; then it is of no use. */
const resetTimeoutMs = 3_600_000;

/** The mails: written with what they tell of, sent by whichever instance comes first. */
export class Mail {
  /** What waits and what went out. */
  readonly queue: DeliveryQueue<AddressedMail>;
  readonly #options: MailOptions;
  readonly #deliverer: Deliverer<AddressedMail>;

  constructor(options: MailOptions) {
    this.#options = options;
    this.#deliverer = new Deliverer({ ...options, collection: 'mails', route: mailRoute(options) });
    this.queue = this.#deliverer.queue;
  }

  /** The writes by which the users of these notifications get mails of them, in the commit that makes them. */
  async writesFor(notifications: readonly Mailed[], receivers: readonly User[]): Promise<Write[]> {
    const preferences = new Map(receivers.map((user) => [user._id, settingsOf(user).emailPreference]));
    const drafts = mailDrafts(notifications, (userId) => preferences.get(userId) ?? '', this.#options.now());
    return this.queue.additions(drafts);
  }

  /** The newest mails to set a new password with that a user was to get. */
  async passwordResets(userId: number, limit: number): Promise<PastDelivery[]> {
    return this.queue.newestOf(limit, { userId, kind: 'password_reset' });
  }

  /**
   * The write by which a user gets a mail with which to set a new password, after this one. Of those that know of the same last
   * one only the first makes a mail: it is what the others have asked for.
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

  /** The writes by which a message goes to each of these addresses by a mail of its own: what one refuses, the others get. */
  messages(userId: number, addresses: readonly string[], message: Omit<OutgoingMessage, 'to'>): Write[] {
    const dueAt = this.#options.now();
    const id = `${userId}.message.${randomUUID()}`;
    const draft = { kind: 'message', userId, notifications: [], dueAt };
    return addresses.map((to, index) =>
      this.queue.insertionOnce({ ...draft, _id: `${id}.${index}`, message: { ...message, to } }),
    );
  }

  /** A mail was written, or there may be some from before. */
  kick(): void {
    this.#deliverer.kick();
  }

  /** Mails of notifications were written. */
  kickWhenGathered(): void {
    this.#deliverer.kick(gatheredAt(this.#options.now()));
  }

  async stop(): Promise<void> {
    await this.#deliverer.stop();
  }
}

/** The number at the end of an id. */
function serialOf(reset: PastDelivery | undefined): number {
  return Number(/\.(\d+)$/.exec(reset?._id ?? '')?.[1] ?? 0);
}
