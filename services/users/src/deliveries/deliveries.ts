import type { Write } from '@svc/service-kit';
import type { Mail } from '../mail/mail.ts';
import type { User } from '../model/user.ts';
import type { Push } from '../push/push.ts';

/** What has to be known of a notification to send it. */
export interface Deliverable {
  readonly _id: number;
  readonly userId: number;
  readonly commitId: string;
  readonly channels: readonly string[];
}

/** The ways out of the house. */
export interface DeliveryRoutes {
  readonly mail: Pick<Mail, 'writesFor' | 'kick' | 'stop'>;
  /** Undefined where nothing takes pushes. */
  readonly push: Pick<Push, 'writesFor' | 'kick' | 'stop'> | undefined;
}

/** Sends notifications by the channels that they have. */
export class Deliveries {
  readonly #routes: DeliveryRoutes;

  constructor(routes: DeliveryRoutes) {
    this.#routes = routes;
  }

  /** Whether anything takes pushes. */
  get hasPush(): boolean {
    return this.#routes.push !== undefined;
  }

  /** The writes by which they go out: they belong in the commit that makes the notifications. */
  async writesFor(notifications: readonly Deliverable[], receivers: readonly User[]): Promise<Write[]> {
    const { mail, push } = this.#routes;
    const by = (channel: string) => notifications.filter(({ channels }) => channels.includes(channel));
    const mails = await mail.writesFor(by('email'), receivers);
    const pushes = (await push?.writesFor(by('push_notifications'))) ?? [];
    return [...mails, ...pushes];
  }

  /** The commit is made, or there may be something from before: what is due goes out now. */
  kick(): void {
    this.#routes.mail.kick();
    this.#routes.push?.kick();
  }

  async stop(): Promise<void> {
    await Promise.all([this.#routes.mail.stop(), this.#routes.push?.stop()]);
  }
}
