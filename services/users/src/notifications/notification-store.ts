import type { QueryFilter } from 'mongoose';
import { ServiceError, type Actor } from '@svc/contracts';
import type { Logger } from '@svc/service-kit';
import {
  IdSequence,
  type CommitCall,
  type DeclaredIndex,
  type Store,
  type Write,
  retention,
  Collection,
} from '@svc/service-kit/store';
import type { StoredNotification } from '../model/notification.ts';
import type { LastView } from './last-views.ts';
import type { NotificationDraft } from './make-notifications.ts';

const indexes: readonly DeclaredIndex[] = [
  // A notification is unique per event, user, name and value, however often the event is delivered.
  [{ eventId: 1, userId: 1, name: 1, fieldKey: 1, fieldValue: 1 }, { unique: true }],
  // For a user's list, newest first, and for listing and counting unread ones.
  [{ userId: 1, channels: 1, at: -1, _id: -1 }],
  [{ userId: 1, channels: 1, isUnread: 1, at: -1, _id: -1 }],
  // For removal with the record, for views of the record, and for changes and removal of a comment.
  [{ 'record.id': 1 }],
  [{ userId: 1, isUnread: 1, 'record.id': 1 }],
  [{ secondaryId: 1 }, { partialFilterExpression: { secondaryId: { $gt: 0 } } }],
];

export interface NotificationPage {
  readonly isUnreadOnly: boolean;
  readonly isMentionsOnly: boolean;
  readonly offset: number;
  readonly limit: number;
}

export interface NotificationsOfUser {
  readonly userId: number;
  readonly ids: readonly number[];
}

/** The notifications of users. Users have access to their own ones on the channel `web` only. */
export class NotificationStore {
  readonly #store: Store;
  readonly #stored: Collection<StoredNotification>;
  readonly #ids: IdSequence;

  constructor(store: Store) {
    this.#store = store;
    this.#stored = new Collection<StoredNotification>(store, 'notifications', ...indexes);
    this.#ids = new IdSequence(store.connection, 'notifications', 100);
  }

  /** Gives drafts their ids, without storing them. */
  async numbered(drafts: readonly NotificationDraft[]): Promise<StoredNotification[]> {
    const ids = await this.#ids.nextIds(drafts.length);
    return drafts.map((draft, index) => ({ ...draft, _id: ids[index] as number }));
  }

  insertion(notification: StoredNotification): Write {
    return this.#stored.insert(notification);
  }

  async ofEvents(eventIds: readonly string[]): Promise<Pick<StoredNotification, 'userId' | 'record'>[]> {
    const receiver = { userId: 1, 'record.id': 1 };
    return this.#stored.model
      .find({ eventId: { $in: [...eventIds] } }, receiver)
      .lean<StoredNotification[]>();
  }

  /** The user's notifications with these ids that still exist, oldest first. */
  async ofUser(userId: number, ids: readonly number[], limit: number): Promise<StoredNotification[]> {
    return this.#stored.model
      .find({ _id: { $in: [...ids] }, userId })
      .sort({ at: 1, _id: 1 })
      .limit(limit)
      .lean<StoredNotification[]>();
  }

  /** Like `ofUser` for several users with one query, in their order. */
  async ofUsers(asked: readonly NotificationsOfUser[]): Promise<StoredNotification[][]> {
    const found = await this.#stored.model
      .find({ _id: { $in: asked.flatMap(({ ids }) => ids) } })
      .sort({ at: 1, _id: 1 })
      .lean<StoredNotification[]>();
    return asked.map(({ userId, ids }) =>
      found.filter((each) => each.userId === userId && ids.includes(each._id)),
    );
  }

  /** The number of the user's notifications with these ids that still exist. */
  async countOfUser(userId: number, ids: readonly number[]): Promise<number> {
    return this.#stored.model.countDocuments({ _id: { $in: [...ids] }, userId });
  }

  async page(reader: Reader, page: NotificationPage): Promise<StoredNotification[]> {
    if (page.limit === 0) return [];
    const filter = {
      ...onWeb(reader),
      ...(page.isUnreadOnly && { isUnread: true }),
      ...(page.isMentionsOnly && { name: 'mention' as const }),
    };
    return this.#stored.model
      .find(filter)
      .sort({ at: -1, _id: -1 })
      .skip(page.offset)
      .limit(page.limit)
      .lean<StoredNotification[]>();
  }

  async countNew(reader: Reader): Promise<number> {
    return this.#stored.model.countDocuments({ ...onWeb(reader), isUnread: true });
  }

  /**
   * Marks one of the caller's notifications as read or unread; returns the number changed.
   * @throws ServiceError `rest_forbidden` when the caller has no notification with this id.
   */
  async mark(call: CommitCall, id: number, isUnread: boolean): Promise<number> {
    const own = { ...onWeb(call.actor), _id: id };
    return this.#store.commit(call, async () => {
      const found = await this.#stored.model.findOne(own).lean<StoredNotification>();
      if (!found) throw new ServiceError('rest_forbidden', 'This notification belongs to another user.');
      if (found.isUnread === isUnread) return { writes: [], answer: 0 };
      const change = { isUnread, ...(isUnread && { unreadSince: new Date() }) };
      const write = this.#stored.update({ ...own, isUnread: !isUnread }, { $set: change });
      return { writes: [write], answer: 1 };
    });
  }

  /** Marks all of the caller's notifications as read; returns how many were unread. */
  async markAllViewed(call: CommitCall): Promise<number> {
    const unread = { ...onWeb(call.actor), isUnread: true };
    return this.#store.commit(call, async () => {
      const count = await this.#stored.model.countDocuments(unread);
      const writes = count === 0 ? [] : [this.#stored.updateMany(unread, { $set: { isUnread: false } })];
      return { writes, answer: count };
    });
  }

  /** Marks notifications about viewed records as read, except those that became unread after the view. */
  async viewed(views: readonly LastView[]): Promise<void> {
    const isUnread = true;
    const users = [...new Set(views.map(({ userId }) => userId))];
    const records = [...new Set(views.map(({ recordId }) => recordId))];
    if (users.length === 0) return;
    const unread = await this.#stored.model
      .find(
        { userId: { $in: users }, isUnread, 'record.id': { $in: records } },
        { userId: 1, 'record.id': 1 },
      )
      .lean<Pick<StoredNotification, 'userId' | 'record'>[]>();
    const found = new Set(unread.map(({ userId, record }) => `${userId}/${record.id}`));
    const seen = views.filter(({ userId, recordId }) => found.has(`${userId}/${recordId}`));
    if (seen.length === 0) return;
    await this.#stored.model.bulkWrite(
      seen.map(({ userId, recordId, at }) => ({
        updateMany: {
          filter: { userId, isUnread, 'record.id': recordId, unreadSince: { $lte: at } },
          update: { $set: { isUnread: false } },
        },
      })),
      { ordered: false },
    );
  }

  /** The job that removes notifications older than a number of days, read or not. */
  retention(days: number | undefined, log: Logger) {
    const { connection } = this.#store;
    return retention<Pick<StoredNotification, '_id' | 'at'>>({
      db: connection.getClient().db(connection.name),
      collection: this.#stored.model.collection.collectionName,
      days,
      projection: { at: 1 },
      timeOf: ({ at }) => at,
      remove: (rows) => this.#stored.model.deleteMany({ _id: { $in: rows.map(({ _id }) => _id) } }),
      log,
    });
  }

  async removeOfEvents(eventIds: readonly string[]): Promise<void> {
    await this.#stored.model.deleteMany({ eventId: { $in: [...eventIds] } });
  }

  async removeOfRecord(recordId: number): Promise<void> {
    await this.#stored.model.deleteMany({ 'record.id': recordId });
  }

  async removeOfComment(commentId: number): Promise<void> {
    await this.#stored.model.deleteMany(aboutComment(commentId));
  }

  async changeComment(
    commentId: number,
    { text, version }: { text: string; version: number },
  ): Promise<void> {
    const older = { ...aboutComment(commentId), 'comment.version': { $lt: version } };
    await this.#stored.model.updateMany(older, {
      $set: { 'comment.current': text, 'comment.version': version },
    });
  }
}

type Reader = Pick<Actor, 'userId' | 'key'>;

/** The notifications that a user reads; with an API key of some post types, those about their records. */
function onWeb({ userId, key }: Reader): QueryFilter<StoredNotification> {
  const ofTypes = key?.postTypes && { 'record.postType': { $in: [...key.postTypes] } };
  return { userId, channels: 'web', ...ofTypes };
}

function aboutComment(commentId: number): QueryFilter<StoredNotification> {
  return { secondaryId: commentId, comment: { $exists: true } };
}
