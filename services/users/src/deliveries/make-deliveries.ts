import { Counter, type Registry } from 'prom-client';
import { HttpClient, type ServiceContext, type Store } from '@svc/service-kit';
import type { UsersConfig } from '../config.ts';
import { notificationMail } from '../mail/kinds/notification-mail.ts';
import { passwordResetMail } from '../mail/kinds/password-reset-mail.ts';
import { Mail } from '../mail/mail.ts';
import { SmtpTransport } from '../mail/smtp-transport.ts';
import type { NotificationStore } from '../notifications/notification-store.ts';
import type { PasswordResets } from '../passwords/password-resets.ts';
import { PushWebhook } from '../push/push-webhook.ts';
import { Push } from '../push/push.ts';
import type { UserStore } from '../store/user-store.ts';
import { Deliveries } from './deliveries.ts';

/** What deliveries are made with. */
export interface DeliveriesOptions extends Pick<
  ServiceContext,
  'log' | 'metrics' | 'caller' | 'translatorFor'
> {
  readonly store: Store;
  readonly users: UserStore;
  readonly resets: PasswordResets;
  readonly notifications: Pick<NotificationStore, 'ofUser' | 'countOfUser'>;
  readonly now: () => Date;
}

type DeliveriesConfig = Pick<
  UsersConfig,
  | 'SMTP_URL'
  | 'MAIL_FROM'
  | 'PASSWORD_RESET_URL'
  | 'PUSH_WEBHOOK_URL'
  | 'PUSH_WEBHOOK_SECRET'
  | 'PUBLIC_URL'
  | 'ALLOWED_PRIVATE_HOSTS'
>;

/** The ways out of the house as they are set, and the mail by itself: not all of it comes from notifications. */
export function makeDeliveries(
  options: DeliveriesOptions,
  config: DeliveriesConfig,
): { deliveries: Deliveries; mail: Mail } {
  const mail = makeMail(options, config);
  return { mail, deliveries: new Deliveries({ mail, push: makePush(options, config) }) };
}

function makeMail(options: DeliveriesOptions, config: DeliveriesConfig): Mail {
  const { resets, metrics, now } = options;
  const publicUrl = config.PUBLIC_URL;
  const from = config.MAIL_FROM ?? `noreply@${new URL(publicUrl).hostname}`;
  return new Mail({
    ...options,
    from,
    kinds: {
      notifications: notificationMail({ ...options, publicUrl }),
      password_reset: passwordResetMail({
        resets,
        publicUrl,
        now,
        resetUrl: config.PASSWORD_RESET_URL,
      }),
    },
    transport: config.SMTP_URL === undefined ? undefined : new SmtpTransport(config.SMTP_URL, from),
    count: counter(metrics.registry, 'svc_mails_total', 'Attempts to send mails by what became of them.'),
  });
}

function makePush(options: DeliveriesOptions, config: DeliveriesConfig): Push | undefined {
  const { PUSH_WEBHOOK_URL: url, PUSH_WEBHOOK_SECRET: secret, PUBLIC_URL: publicUrl } = config;
  if (url === undefined) return undefined;
  return new Push({
    ...options,
    publicUrl,
    webhook: new PushWebhook({ http: new HttpClient(config.ALLOWED_PRIVATE_HOSTS), url, secret }),
    count: counter(
      options.metrics.registry,
      'svc_pushes_total',
      'Attempts to send pushes by what became of them.',
    ),
  });
}

function counter(registry: Registry, name: string, help: string): Counter<'outcome'> {
  return new Counter({ name, help, labelNames: ['outcome'] as const, registers: [registry] });
}
