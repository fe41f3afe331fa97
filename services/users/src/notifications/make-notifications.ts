import type { NamedPerson, StoredNotification } from '../model/notification.ts';
import { settingsOf } from '../model/user-settings.ts';
import type { User } from '../model/user.ts';
import { openChannels } from '../profile/notification-settings.ts';
import { type RecipientSources, findRecipients } from './find-recipients.ts';
import type { NotifiableEvent } from './notifiable-event.ts';
import type { RuleMatch } from './rules/match-rules.ts';

export type NotificationDraft = Omit<StoredNotification, '_id'>;

/** The notifications of events, one for each active user with a channel switched on for it, and these users. */
export async function makeNotifications(
  sources: RecipientSources,
  events: readonly NotifiableEvent[],
): Promise<{ drafts: NotificationDraft[]; users: User[] }> {
  const recipientsOf = await findRecipients(sources, events);
  const addressed = events.flatMap((event) => {
    const recipients = recipientsOf(event);
    return event.matches.map((match) => ({
      event,
      match,
      to: [...new Set(match.notice.to(recipients))].filter((userId) => !event.acting.has(userId)),
    }));
  });
  const ids = addressed.flatMap(({ event, to }) => [...to, event.audience?.assigned_to ?? 0]);
  const found = new Map((await sources.users.byIds([...new Set(ids)])).map((user) => [user._id, user]));
  const drafts = addressed.flatMap(({ event, match, to }) => {
    const userId = event.audience?.assigned_to ?? 0;
    const assignee = { userId, name: found.get(userId)?.displayName ?? '' };
    return to.flatMap((id) => draftFor(found.get(id), event, { ...match, assignee }));
  });
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
    action: rule.action ?? 'alert',
    type: rule.type,
    actor,
    record,
    fieldKey,
    fieldValue,
    secondaryId,
    ...(namesAssignee && { assignee }),
    ...(comment && { comment: { original: comment.content, version: comment.version } }),
    at,
    isUnread: true,
    unreadSince: at,
    channels,
    eventId: event.id,
    commitId: event.data.commit_id,
  };
  return [draft];
}
