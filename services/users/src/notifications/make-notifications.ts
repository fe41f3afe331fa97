import type { NamedPerson, StoredNotification } from '../model/notification.ts';
import { settingsOf } from '../model/user-settings.ts';
import type { User } from '../model/user.ts';
import { openChannels } from '../profile/notification-settings.ts';
import { type RecipientSources, findRecipients } from './find-recipients.ts';
import type { NotifiableEvent } from './notifiable-event.ts';
import type { RuleMatch } from './rules/match-rules.ts';

/** A notification before it has an id. */
export type NotificationDraft = Omit<StoredNotification, '_id'>;

/** The notifications of an event, one for each user with an open channel for it, and these users. Disabled users get none. */
export async function makeNotifications(
  sources: RecipientSources,
  event: NotifiableEvent,
): Promise<{ drafts: NotificationDraft[]; users: User[] }> {
  const recipients = await findRecipients(sources, event);
  const addressed = event.matches.map((match) => ({
    match,
    to: [...new Set(match.notice.to(recipients))].filter((userId) => !event.acting.has(userId)),
  }));
  const assigneeId = event.audience?.assigned_to ?? 0;
  const ids = new Set([...addressed.flatMap(({ to }) => to), assigneeId]);
  const found = new Map((await sources.users.byIds([...ids])).map((user) => [user._id, user]));
  const assignee = { userId: assigneeId, name: found.get(assigneeId)?.displayName ?? '' };
  const drafts = addressed.flatMap(({ match, to }) =>
    to.flatMap((userId) => draftFor(found.get(userId), event, { ...match, assignee })),
  );
  const receivers = new Set(drafts.map(({ userId }) => userId));
  return { drafts, users: [...found.values()].filter(({ _id }) => receivers.has(_id)) };
}

function draftFor(
  user: User | undefined,
  { event, record, actor, comment }: NotifiableEvent,
  { rule, notice, assignee }: RuleMatch & { assignee: NamedPerson },
): NotificationDraft[] {
  const channels = user && !user.disabled ? openChannels(rule.type, settingsOf(user)) : [];
  if (!user || channels.length === 0) return [];
  const { fieldKey = '', fieldValue = '', secondaryId = 0, namesAssignee = false } = notice;
  const at = new Date(event.time);
  const draft: NotificationDraft = {
    userId: user._id,
    name: rule.name,
    action: rule.action,
    type: rule.type,
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
