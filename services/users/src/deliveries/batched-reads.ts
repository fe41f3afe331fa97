import DataLoader from 'dataloader';
import type { StoredNotification } from '../model/notification.ts';
import type { User } from '../model/user.ts';
import type { NotificationStore, NotificationsOfUser } from '../notifications/notification-store.ts';
import type { UserStore } from '../store/user-store.ts';

/** The reads for the content of deliveries. */
export interface DeliveryReads {
  readonly users: Pick<UserStore, 'byId'>;
  readonly notifications: Pick<NotificationStore, 'ofUser' | 'countOfUser'>;
}

interface Sources {
  readonly users: Pick<UserStore, 'byIds'>;
  readonly notifications: Pick<NotificationStore, 'ofUser' | 'ofUsers' | 'countOfUser'>;
}

/** Maximum ids of a user in a batched read, which has no limit on its results; larger requests are read separately. */
const maxOfOne = 50;

/** Batches the reads of deliveries prepared at the same time; nothing is cached. */
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
