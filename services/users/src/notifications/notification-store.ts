import type { Model, QueryFilter } from 'mongoose';
import { ServiceError } from '@svc/contracts';
import {
  IdSequence,
  type CommitCall,
  type Store,
  type Write,
  retention,
  type Logger,
} from '@svc/service-kit';
import type { StoredNotification } from '../model/notification.ts';
import { asDocument } from '../store/as-document.ts';
import type { LastView } from './last-views.ts';
import type { NotificationDraft } from './make-notifications.ts';
import { notificationModel } from './notification-collection.ts';

/** Which of a user's notifications, in which part of their order. */
export interface NotificationPage {
  readonly isUnreadOnly: boolean;
  readonly isMentionsOnly: boolean;
  readonly offset: number;
  readonly limit: number;
}

/** Notifications of a user, by their ids. */
export interface NotificationsOfUser {
  readonly userId: number;
  readonly ids: readonly number[];
}

/** The notifications of users. A user reaches only their own, and of these only the ones for the web. */
export class NotificationStore {
  readonly #store: Store;
  readonly #model: Model<StoredNotification>;
  readonly #ids: IdSequence;

  constructor(store: Store) {
    this.#store = store;
    this.#model = notificationModel(store.connection);
    this.#ids = new IdSequence(store.connection, 'notifications', 20);
  }

  /** The same with ids, not stored yet. */
  async numbered(drafts: readonly NotificationDraft[]): Promise<StoredNotification[]> {
    const ids = await this.#ids.nextIds(drafts.length);
    return drafts.map((draft, index) => ({ ...draft, _id: ids[index] as number }));
  }

  insertion(notification: StoredNotification): Write {
    return {
      model: { name: 'insertOne', namespace: this.#namespace, document: asDocument(notification) },
    };
  }

  /** What these events told. */
  async ofEvents(eventIds: readonly string[]): Promise<Pick<StoredNotification, 'userId' | 'record'>[]> {
    const receiver = { userId: 1, 'record.id': 1 };
    return this.#model.find({ eventId: { $in: [...eventIds] } }, receiver).lean<StoredNotification[]>();
  }

  /** Those of a user that are still there, oldest first. */
  async ofUser(userId: number, ids: readonly number[], limit: number): Promise<StoredNotification[]> {
    return this.#model
      .find({ _id: { $in: [...ids] }, userId })
      .sort({ at: 1, _id: 1 })
      .limit(limit)
      .lean<StoredNotification[]>();
  }

  /** The same for several users at once, in their order. */
  async ofUsers(asked: readonly NotificationsOfUser[]): Promise<StoredNotification[][]> {
    const found = await this.#model
      .find({ _id: { $in: asked.flatMap(({ ids }) => ids) } })
      .sort({ at: 1, _id: 1 })
      .lean<StoredNotification[]>();
    return asked.map(({ userId, ids }) =>
      found.filter((each) => each.userId === userId && ids.includes(each._id)),
    );
  }

  /** How many of a user are still there. */
  async countOfUser(userId: number, ids: readonly number[]): Promise<number> {
    return this.#model.countDocuments({ _id: { $in: [...ids] }, userId });
  }

  /** The newest first. */
  async page(userId: number, page: NotificationPage): Promise<StoredNotification[]> {
    if (page.limit === 0) return [];
    const filter = {
      ...onWeb(userId),
      ...(page.isUnreadOnly && { isUnread: true }),
      ...(page.isMentionsOnly && { name: 'mention' as const }),
    };
    return this.#model
      .find(filter)
      .sort({ at: -1, _id: -1 })
      .skip(page.offset)
      .limit(page.limit)
      .lean<StoredNotification[]>();
  }

  async countNew(userId: number): Promise<number> {
    return this.#model.countDocuments({ ...onWeb(userId), isUnread: true });
  }

  /**
   * Makes one of a user's notifications read or unread; answers how many changed.
   * @throws ServiceError `rest_forbidden` when there is none of this id, or it is not theirs.
   */
  async mark(call: CommitCall, id: number, isUnread: boolean): Promise<number> {
    const own = { ...onWeb(call.actor.userId), _id: id };
    return this.#store.commit(call, async () => {
      const found = await this.#model.findOne(own).lean<StoredNotification>();
      if (!found) throw new ServiceError('rest_forbidden', 'This notification is not yours.');
      if (found.isUnread === isUnread) return { writes: [], answer: 0 };
      const change = { isUnread, ...(isUnread && { unreadSince: new Date() }) };
      const write = this.#update('updateOne', { ...own, isUnread: !isUnread }, change);
      return { writes: [{ ...write, mustMatch: true }], answer: 1 };
    });
  }

  /** Makes all of a user's notifications read; answers how many were not. */
  async markAllViewed(call: CommitCall): Promise<number> {
    const unread = { ...onWeb(call.actor.userId), isUnread: true };
    return this.#store.commit(call, async () => {
      const count = await this.#model.countDocuments(unread);
      const writes = count === 0 ? [] : [this.#update('updateMany', unread, { isUnread: false })];
      return { writes, answer: count };
    });
  }

  /** Users looked at records: what they were told of these before is read. What they made unread after that stays so. */
  async viewed(views: readonly LastView[]): Promise<void> {
    const isUnread = true;
    const users = [...new Set(views.map(({ userId }) => userId))];
    const records = [...new Set(views.map(({ recordId }) => recordId))];
    if (users.length === 0) return;
    const unread = await this.#model
      .find(
        { userId: { $in: users }, isUnread, 'record.id': { $in: records } },
        { userId: 1, 'record.id': 1 },
      )
      .lean<Pick<StoredNotification, 'userId' | 'record'>[]>();
    const found = new Set(unread.map(({ userId, record }) => `${userId}/${record.id}`));
    const seen = views.filter(({ userId, recordId }) => found.has(`${userId}/${recordId}`));
    if (seen.length === 0) return;
    await this.#model.bulkWrite(
      seen.map(({ userId, recordId, at }) => ({
        updateMany: {
          filter: { userId, isUnread, 'record.id': recordId, unreadSince: { $lte: at } },
          update: { $set: { isUnread: false } },
        },
      })),
      { ordered: false },
    );
  }

  /** Removes what is older than so many days, read or not. */
  retention(days: number | undefined, log: Logger) {
    const { connection } = this.#store;
    return retention<Pick<StoredNotification, '_id' | 'at'>>({
      db: connection.getClient().db(connection.name),
      collection: this.#model.collection.collectionName,
      days,
      projection: { at: 1 },
      timeOf: ({ at }) => at,
      remove: (rows) => this.#model.deleteMany({ _id: { $in: rows.map(({ _id }) => _id) } }),
      log,
    });
  }

  async removeOfEvents(eventIds: readonly string[]): Promise<void> {
    await this.#model.deleteMany({ eventId: { $in: [...eventIds] } });
  }

  async removeOfRecord(recordId: number): Promise<void> {
    await this.#model.deleteMany({ 'record.id': recordId });
  }

  async removeOfComment(commentId: number): Promise<void> {
    await this.#model.deleteMany(aboutComment(commentId));
  }

  /** A comment has another text. */
  async changeComment(
    commentId: number,
    { text, version }: { text: string; version: number },
  ): Promise<void> {
    const older = { ...aboutComment(commentId), 'comment.version': { $lt: version } };
    await this.#model.updateMany(older, { $set: { 'comment.current': text, 'comment.version': version } });
  }

  get #namespace(): string {
    return this.#store.namespace(this.#model);
  }

  #update(name: 'updateOne' | 'updateMany', filter: object, change: object): Write {
    const model = { name, namespace: this.#namespace, filter: asDocument(filter), update: { $set: change } };
    return { model };
  }
}

function onWeb(userId: number): QueryFilter<StoredNotification> {
  return { userId, channels: 'web' };
}

function aboutComment(commentId: number): QueryFilter<StoredNotification> {
  return { secondaryId: commentId, comment: { $exists: true } };
}
