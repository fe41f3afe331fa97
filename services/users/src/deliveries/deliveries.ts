import DataLoader from 'dataloader';
import type { ServiceContext } from '@svc/service-kit';
import type { Store, Write } from '@svc/service-kit/store';
import { HttpClient } from '@svc/service-kit/http-client';
import type { UsersConfig } from '../config.ts';
import { notificationMail, type NotificationMailOptions } from '../mail/kinds/notification-mail.ts';
import { passwordResetMail } from '../mail/kinds/password-reset-mail.ts';
import { type Mailed, Mail } from '../mail/mail.ts';
import { SmtpTransport } from '../mail/smtp-transport.ts';
import type { Channel, StoredNotification } from '../model/notification.ts';
import type { User } from '../model/user.ts';
import type { NotificationStore, NotificationsOfUser } from '../notifications/notification-store.ts';
import type { PasswordResets } from '../passwords/password-resets.ts';
import { pushDrafts, pushRoute } from '../push/push-route.ts';
import { type PushMessage, pushWebhook } from '../push/push-webhook.ts';
import { Deliverer } from '../queue/deliverer.ts';
import type { UserStore } from '../store/user-store.ts';

type Context = Pick<ServiceContext, 'log' | 'caller' | 'translatorFor'>;

export interface DeliveriesOptions extends Context {
  readonly store: Store;
  readonly users: UserStore;
  readonly resets: PasswordResets;
  readonly notifications: NotificationStore;
  readonly permalinkOf: NotificationMailOptions['permalinkOf'];
  readonly now: () => Date;
}

type Deliverable = Mailed & Pick<StoredNotification, 'channels'>;

export type Deliveries = ReturnType<typeof makeDeliveries>;

/** Sends notifications over their channels, as configured. */
export function makeDeliveries(options: DeliveriesOptions, config: UsersConfig) {
  const mail = makeMail(options, config);
  const push = makePush(options, config);
  return {
    /** Not all mails come from notifications. */
    mail,

    /** Whether a webhook takes pushes. */
    hasPush: push !== undefined,

    /** The writes that queue the deliveries; they belong in the commit that creates the notifications. */
    async writesFor(notifications: readonly Deliverable[], receivers: readonly User[]): Promise<Write[]> {
      const by = (channel: Channel) => notifications.filter(({ channels }) => channels.includes(channel));
      const mails = await mail.writesFor(by('email'), receivers);
      const drafts = pushDrafts(by('push_notifications'), options.now());
      return [...mails, ...((await push?.queue.additions(drafts)) ?? [])];
    },

    /** To be called after that commit. */
    kickWhenGathered(): void {
      mail.kickWhenGathered();
      push?.kick();
    },

    /** Sends what is due, including deliveries from before a restart. */
    kick(): void {
      mail.kick();
      push?.kick();
    },

    /** The jobs that send them. */
    jobs: [mail.queue, ...(push ? [push.queue] : [])],

    stop: () => Promise.all([mail.stop(), push?.stop()]),
  };
}

function makeMail(options: DeliveriesOptions, config: UsersConfig): Mail {
  const { resets, now } = options;
  const reads = batchedReads(options);
  const publicUrl = config.PUBLIC_URL;
  const from = config.MAIL_FROM ?? `noreply@${new URL(publicUrl).hostname}`;
  return new Mail({
    ...options,
    ...reads,
    from,
    kinds: {
      notifications: notificationMail({ ...options, ...reads, publicUrl }),
      password_reset: passwordResetMail({ resets, publicUrl, now, resetUrl: config.PASSWORD_RESET_URL }),
    },
    transport: config.SMTP_URL === undefined ? undefined : new SmtpTransport(config.SMTP_URL, from),
  });
}

function makePush(options: DeliveriesOptions, config: UsersConfig): Deliverer<PushMessage> | undefined {
  const { PUSH_WEBHOOK_URL: url, PUSH_WEBHOOK_SECRET: secret } = config;
  if (url === undefined) return undefined;
  const push = pushWebhook({ http: new HttpClient(config.ALLOWED_PRIVATE_HOSTS), url, secret });
  return new Deliverer({
    ...options,
    collection: 'pushes',
    route: pushRoute({ ...options, ...batchedReads(options), push }),
  });
}

/** Maximum ids of a user in a batched read, which has no limit on its results; larger requests are read separately. */
const maxOfOne = 50;

/** Batches the reads of deliveries prepared at the same time; nothing is cached. */
function batchedReads({ users, notifications }: Pick<DeliveriesOptions, 'users' | 'notifications'>) {
  const byId = new DataLoader<number, User | null>(
    async (ids) => {
      const found = await users.byIds([...new Set(ids)], 'deliveries');
      const userOf = new Map(found.map((user) => [user._id, user]));
      return ids.map((id) => userOf.get(id) ?? null);
    },
    { cache: false },
  );
  const ofUsers = new DataLoader<NotificationsOfUser, readonly StoredNotification[]>(
    (asked) => notifications.ofUsers(asked),
    { cache: false },
  );
  return {
    users: { byId: (id: number) => byId.load(id) },
    notifications: {
      countOfUser: (userId: number, ids: readonly number[]) => notifications.countOfUser(userId, ids),
      ofUser: async (userId: number, ids: readonly number[], limit: number) =>
        ids.length > maxOfOne
          ? notifications.ofUser(userId, ids, limit)
          : (await ofUsers.load({ userId, ids })).slice(0, limit),
    },
  };
}
