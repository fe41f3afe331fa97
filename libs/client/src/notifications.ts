import type { RequestOptions, Send, WriteOptions } from './send.ts';

/** A notification (docs/guides/notifications.md); numbers are text. */
export interface Notification {
  readonly id: string;
  readonly user_id: string;
  readonly source_user_id: string;
  readonly post_id: string;
  readonly post_title: string;
  readonly secondary_item_id: string;
  readonly notification_name: string;
  readonly notification_action: string;
  /** HTML with a link to the record, in the language of the caller. */
  readonly notification_note: string;
  /** `yyyy-mm-dd hh:mm:ss` in UTC. */
  readonly date_notified: string;
  /** `1` while it is unread, then `0`. */
  readonly is_new: '0' | '1';
  readonly channels: string;
  readonly field_key: string;
  readonly field_value: string;
  readonly pretty_time: readonly [age: string, day: string];
}

/** Which notifications are listed, newest first. */
export interface NotificationQuery extends RequestOptions {
  /** Whether read ones are included. */
  readonly all?: boolean;
  /** Whether only mentions are included. */
  readonly mentions?: boolean;
  /** 20 by default, at most 1,000. */
  readonly limit?: number;
  readonly offset?: number;
}

/** The notifications of the caller. */
export interface Notifications {
  list(query?: NotificationQuery): Promise<readonly Notification[]>;
  countUnread(options?: RequestOptions): Promise<number>;
  markRead(id: number | string, options?: WriteOptions): Promise<void>;
  markUnread(id: number | string, options?: WriteOptions): Promise<void>;
  /** Marks all notifications of the caller, whose id is `ID` of `users.me()`. Returns how many were unread. */
  markAllRead(userId: number, options?: WriteOptions): Promise<number>;
}

export function createNotifications(send: Send): Notifications {
  const root = 'svc/v1/notifications';
  async function mark(path: string, options: WriteOptions = {}): Promise<number> {
    return (await send<number>({ method: 'POST', path: `${root}/${path}`, isWrite: true, options })).body;
  }
  return {
    async list({ all, mentions, limit = 20, offset = 0, ...options } = {}) {
      const json = { all, mentions, limit, page: offset };
      const path = `${root}/get_notifications`;
      return (await send<readonly Notification[]>({ method: 'POST', path, json, options })).body;
    },
    async countUnread(options = {}) {
      const path = `${root}/get_new_notifications_count`;
      return (await send<number>({ method: 'POST', path, options })).body;
    },
    async markRead(id, options) {
      await mark(`mark_viewed/${id}`, options);
    },
    async markUnread(id, options) {
      await mark(`mark_unread/${id}`, options);
    },
    markAllRead: (userId, options) => mark(`mark_all_viewed/${userId}`, options),
  };
}
