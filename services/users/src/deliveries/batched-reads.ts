import DataLoader from 'dataloader';
import type { StoredNotification } from '../model/notification.ts';
import type { User } from '../model/user.ts';
import type { NotificationStore, NotificationsOfUser } from '../notifications/notification-store.ts';
import type { UserStore } from '../store/user-store.ts';

/** What deliveries are made of. */
export interface DeliveryReads {
  readonly users: Pick<UserStore, 'byId'>;
  readonly notifications: Pick<NotificationStore, 'ofUser' | 'countOfUser'>;
}

interface Sources {
  readonly users: Pick<UserStore, 'byIds'>;
  readonly notifications: Pick<NotificationStore, 'ofUser' | 'ofUsers' | 'countOfUser'>;
}

/** One read for more notifications than this would find far more than deliveries tell. */
const maxOfOne = 50;

/** Reads at once what deliveries that are made side by side ask for; nothing is remembered. */
export function batchedReads({ users, notifications }: Sources): DeliveryReads {
  const byId = new DataLoader<number, User | null>(
    async (ids) => {
      const found = new Map(
        (await users.byIds([...new Set(ids)], 'deliveries')).map((user) => [user._id, user]),
      );
      return ids.map((id) => found.get(id) ?? null);
    },
    { cache: false },
  );
  const ofUsers = new DataLoader<NotificationsOfUser, readonly StoredNotification[]>(
    (asked) => notifications.ofUsers(asked),
    { cache: false },
  );
  return {
    users: { byId: (id) => byId.load(id) },
    notifications: {
      countOfUser: (userId, ids) => notifications.countOfUser(userId, ids),
      ofUser: async (userId, ids, limit) =>
        ids.length > maxOfOne
          ? notifications.ofUser(userId, ids, limit)
          : (await ofUsers.load({ userId, ids })).slice(0, limit),
    },
  };
}
