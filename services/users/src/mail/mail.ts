import { randomUUID } from 'node:crypto';
import type { Logger } from '@svc/service-kit';
import type { Store, Write } from '@svc/service-kit/store';
import type { StoredNotification } from '../model/notification.ts';
import { settingsOf, type EmailPreference } from '../model/user-settings.ts';
import type { User } from '../model/user.ts';
import { Deliverer } from '../queue/deliverer.ts';
import type { DeliveryQueue, PastDelivery, DeliveryDraft } from '../queue/delivery-queue.ts';
import type { OutgoingMessage } from '../queue/delivery.ts';
import { mailRoute, type AddressedMail, type MailRouteOptions } from './mail-route.ts';

export interface MailOptions extends MailRouteOptions {
  readonly store: Store;
  readonly now: () => Date;
  readonly log: Logger;
}

export type Mailed = Pick<StoredNotification, '_id' | 'userId' | 'commitId'>;

/** Minimum milliseconds before a mail is due, so that all notifications of a commit, from several events, go into one. */
const gathering = 1_000;

const hour = 3_600_000;

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

  /** The writes that queue mails about notifications, for the commit that creates them: none without a server to send them. */
  async writesFor(notifications: readonly Mailed[], receivers: readonly User[]): Promise<Write[]> {
    if (!this.#options.transport) return [];
    const preferences = new Map(receivers.map((user) => [user._id, settingsOf(user).emailPreference]));
    const drafts = mailDrafts(notifications, (userId) => preferences.get(userId) ?? '', this.#options.now());
    return this.queue.additions(drafts);
  }

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
    const draft = { _id, kind: 'password_reset', userId, notifications: [], dueAt, retryUntil };
    return this.queue.insertionOnce({ ...draft, isUrgent: true });
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
    if (this.#options.transport) this.#deliverer.kick(gatheredAt(this.#options.now()));
  }

  async stop(): Promise<void> {
    await this.#deliverer.stop();
  }
}

function serialOf(reset: PastDelivery | undefined): number {
  return Number(/\.(\d+)$/.exec(reset?._id ?? '')?.[1] ?? 0);
}

/**
 * The mails for notifications, by the preferences of their users: one per change, per hour or per day, in UTC. The time
 * of processing counts, so a late event goes into the next mail.
 */
function mailDrafts(
  notifications: readonly Mailed[],
  preferenceOf: (userId: number) => EmailPreference,
  now: Date,
): DeliveryDraft[] {
  const drafts = new Map<string, DeliveryDraft>();
  for (const { _id, userId, commitId } of notifications) {
    const { key, dueAt } = occasion(preferenceOf(userId), commitId, now);
    const id = `${userId}.${key}`;
    const gathered = drafts.get(id)?.notifications ?? [];
    const draft = { _id: id, kind: 'notifications', userId, dueAt, notifications: [...gathered, _id] };
    drafts.set(id, draft);
  }
  return [...drafts.values()];
}

function occasion(preference: EmailPreference, commitId: string, now: Date) {
  const text = now.toISOString();
  if (preference === 'hourly') return { key: `hour.${text.slice(0, 13)}`, dueAt: endOf(hour, now) };
  if (preference === 'daily') return { key: `day.${text.slice(0, 10)}`, dueAt: endOf(24 * hour, now) };
  return { key: `commit.${commitId}`, dueAt: gatheredAt(now) };
}

/** The due time of mails about a change processed now: a full second, so that mails are sent in batches. */
function gatheredAt(now: Date): Date {
  return endOf(1_000, new Date(now.getTime() + gathering));
}

/** The end of the period that contains a time. Days of Unix time are UTC days. */
function endOf(length: number, time: Date): Date {
  return new Date((Math.floor(time.getTime() / length) + 1) * length);
}
