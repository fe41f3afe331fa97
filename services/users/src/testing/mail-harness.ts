import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll } from '@jest/globals';
import { systemActor } from '@svc/contracts';
import { Deadline, loadConfig, permalinkMaker, type Logger } from '@svc/service-kit';
import { openStore, type CommitCall, type Store, type Write } from '@svc/service-kit/store';
import { captureLog, ServiceHarness, throwAwayStack, type ThrowAwayStack } from '@svc/testing';
import { usersSettings } from '../config.ts';
import { type Deliveries, makeDeliveries } from '../deliveries/deliveries.ts';
import type { AddressedMail } from '../mail/mail-route.ts';
import type { Mail } from '../mail/mail.ts';
import type { UserChange } from '../model/change-user.ts';
import type { StoredNotification } from '../model/notification.ts';
import { NotificationStore } from '../notifications/notification-store.ts';
import { PasswordResets } from '../passwords/password-resets.ts';
import type { Delivery } from '../queue/delivery.ts';
import { AuditLog } from '../audit/audit-log.ts';
import { accountGuard } from '../roles/account-guard.ts';
import { roleCatalogue } from '../roles/role-catalogue.ts';
import { usersMigrations } from '../store/migrations.ts';
import { UserStore } from '../store/user-store.ts';

/** The part of one instance of the service that sends. */
export interface SendingInstance {
  readonly store: Store;
  readonly users: UserStore;
  readonly notifications: NotificationStore;
  readonly deliveries: Deliveries;
  readonly mail: Mail;
}

/** What a test's notification is, where it matters. */
export type DraftOf = Partial<Omit<StoredNotification, '_id'>>;

/** The harness of a suite, open while its tests run. */
export function mailHarnessOfSuite(): MailHarness {
  const harness = new MailHarness();
  beforeAll(() => harness.open());
  afterAll(() => harness.close());
  return harness;
}

/** Instances that send, on real servers, at a time that the test sets. */
export class MailHarness {
  /** What all instances take for now. */
  now = new Date(`${new Date().toISOString().slice(0, 10)}T09:30:00Z`);
  #stack!: ThrowAwayStack;
  #harness!: ServiceHarness;
  readonly #opened: SendingInstance[] = [];
  #serial = 0;

  async open(): Promise<void> {
    this.#stack = await throwAwayStack();
    this.#harness = await ServiceHarness.open(this.#stack);
  }

  /** One more instance, with these settings. */
  async start(
    settings: Record<string, string> = {},
    log: Logger = captureLog().log,
  ): Promise<SendingInstance> {
    const context = await this.#harness.context('users', log);
    const { mongodbUrl: MONGODB_URL } = this.#stack;
    const defaults = { MONGODB_URL, PUBLIC_URL: 'https://ref.test', ALLOWED_PRIVATE_HOSTS: '127.0.0.1' };
    const config = loadConfig(usersSettings, { ...defaults, ...settings });
    const store = await openStore(context, MONGODB_URL, usersMigrations);
    const audit = new AuditLog({ store, key: Buffer.alloc(32), log });
    const users = new UserStore(store, accountGuard(roleCatalogue([])), audit);
    const notifications = new NotificationStore(store);
    const resets = new PasswordResets(store);
    const permalinkOf = permalinkMaker(config.PUBLIC_URL, config.PERMALINK_TEMPLATE);
    const now = () => this.now;
    const parts = { ...context, store, users, notifications, resets, permalinkOf, now };
    const deliveries = makeDeliveries(parts, config);
    const instance = { store, users, notifications, deliveries, mail: deliveries.mail };
    await store.prepare();
    this.#opened.push(instance);
    return instance;
  }

  /** Lets so many milliseconds go by. */
  pass(milliseconds: number): void {
    this.now = new Date(this.now.getTime() + milliseconds);
  }

  /** A user who has set this; the answer is its id. */
  async user({ users, store }: SendingInstance, change: UserChange = {}): Promise<number> {
    const name = `user${(this.#serial += 1)}`;
    const names = { username: name, email: `${name}@ref.test`, displayName: `Person ${this.#serial}` };
    const made = await users.make({ ...names, roles: ['multiplier'], passwordHash: 'none', locale: '' });
    const call = this.#call();
    await store.commit(call, async () => ({ writes: users.insertions(call, made), answer: null }));
    await this.change({ users }, made._id, change);
    return made._id;
  }

  /** So many users. */
  users(instance: SendingInstance, count: number): Promise<number[]> {
    return Promise.all(Array.from({ length: count }, () => this.user(instance)));
  }

  async change({ users }: Pick<SendingInstance, 'users'>, id: number, change: UserChange): Promise<void> {
    const answer = () => null;
    await users.change(this.#call(), { find: () => users.byId(id), change: () => change, answer });
  }

  /** Tells a user something, as the consumer of events does; `notices` says what differs from a comment. */
  async notify(instance: SendingInstance, userId: number, ...notices: DraftOf[]): Promise<number[]> {
    const { store, users, notifications, deliveries } = instance;
    const commitId = randomUUID();
    const draft = { ...commented(this.now), userId, commitId };
    const drafts = notices.map((given) => ({ ...draft, eventId: randomUUID(), ...given }));
    const made = await notifications.numbered(drafts);
    const receivers = await users.byIds([userId]);
    await store.commit(this.#call(), async () => ({
      writes: [
        ...made.map((each) => notifications.insertion(each)),
        ...(await deliveries.writesFor(made, receivers)),
      ],
      answer: null,
    }));
    deliveries.kick();
    return made.map(({ _id }) => _id);
  }

  async write({ store }: SendingInstance, writes: readonly Write[]): Promise<void> {
    await store.commit(this.#call(), async () => ({ writes, answer: null }));
  }

  /** All mails to a user, oldest first. */
  async mailsOf({ mail }: SendingInstance, userId: number): Promise<Delivery<AddressedMail>[]> {
    const all = await mail.queue.list(1_000);
    return all.filter((each) => each.userId === userId).reverse();
  }

  /** Has no instance send any more: it might take what the next test has for another. */
  async stopSending(): Promise<void> {
    for (const { deliveries } of this.#opened) await deliveries.stop();
  }

  async close(): Promise<void> {
    await this.stopSending();
    for (const { store } of this.#opened) await store.close();
    await this.#harness.close();
    await this.#stack.stop();
  }

  #call(): CommitCall {
    const { log } = captureLog();
    return { actor: systemActor('users'), deadline: Deadline.after(25_000), claim: undefined, log };
  }
}

/** Somebody commented on a contact. */
function commented(at: Date) {
  return {
    ...({ name: 'comment', action: 'comment', type: 'comments' } as const),
    fieldKey: 'comments',
    fieldValue: '',
    actor: { userId: 3, name: 'Mona Multiplier' },
    record: { id: 89, postType: 'contacts', name: 'Amina Example' },
    comment: { original: 'Met today.', version: 1 },
    secondaryId: 36,
    at,
    isUnread: true,
    unreadSince: at,
    channels: ['web', 'email'] as const,
  };
}
