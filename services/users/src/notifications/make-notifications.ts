import type { NamedPerson, StoredNotification } from '../model/notification.ts';
import { settingsOf } from '../model/user-settings.ts';
import type { User } from '../model/user.ts';
import { openChannels } from '../profile/notification-settings.ts';
import { type KnownUsers, peopleOf } from './people-of.ts';
import type { ToldEvent } from './told-event.ts';
import type { ToldByRow } from './rules/rows.ts';

/** A notification before it has an id. */
export type NotificationDraft = Omit<StoredNotification, '_id'>;

/** The notifications of an event, one for each user with an open channel for it, and these users. Disabled users get none. */
export async function makeNotifications(
  known: KnownUsers,
  event: ToldEvent,
): Promise<{ drafts: NotificationDraft[]; users: User[] }> {
  const people = await peopleOf(known, event);
  const addressed = event.told.map((told) => ({
    told,
    to: [...new Set(told.telling.to(people))].filter((userId) => !event.acting.has(userId)),
  }));
  const assigneeId = event.audience?.assigned_to ?? 0;
  const ids = new Set([...addressed.flatMap(({ to }) => to), assigneeId]);
  const found = new Map((await known.users.byIds([...ids])).map((user) => [user._id, user]));
  const assignee = { userId: assigneeId, name: found.get(assigneeId)?.displayName ?? '' };
  const drafts = addressed.flatMap(({ told, to }) =>
    to.flatMap((userId) => draftFor(found.get(userId), event, { ...told, assignee })),
  );
  const receivers = new Set(drafts.map(({ userId }) => userId));
  return { drafts, users: [...found.values()].filter(({ _id }) => receivers.has(_id)) };
}

function draftFor(
  user: User | undefined,
  { event, record, actor, comment }: ToldEvent,
  { row, telling, assignee }: ToldByRow & { assignee: NamedPerson },
): NotificationDraft[] {
  const channels = user && !user.disabled ? openChannels(row.type, settingsOf(user)) : [];
  if (!user || channels.length === 0) return [];
  const { fieldKey = '', fieldValue = '', secondaryId = 0, namesAssignee = false } = telling;
  const at = new Date(event.time);
  const draft: NotificationDraft = {
    userId: user._id,
    name: row.name,
    action: row.action,
    type: row.type,
    actor,
    record,
    fieldKey,
    fieldValue,
    secondaryId,
    ...(namesAssignee && { assignee }),
    ...(comment && { comment: { told: comment.content, version: comment.version } }),
    at,
    isUnread: true,
    unreadSince: at,
    channels,
    eventId: event.id,
    commitId: event.data.commit_id,
  };
  return [draft];
}
