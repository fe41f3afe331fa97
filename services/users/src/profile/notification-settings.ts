import type { EmailPreference, UserSettings } from '../store/user-settings.ts';

const channels = [
  { key: 'email', label: 'Email' },
  { key: 'web', label: 'Web' },
];

/** What happens to a user. The installation sends some of it to everybody, whatever they have switched. */
const types = [
  { key: 'new_assigned', label: 'Newly Assigned Contact', isEnforced: true },
  { key: 'mentions', label: '@Mentions', isEnforced: true },
  { key: 'comments', label: 'New Comments' },
  { key: 'updates', label: 'Update Needed', isEnforced: true },
  { key: 'changes', label: 'Contact Info Changed' },
  { key: 'milestones', label: 'Contact Milestones and Group Health metrics' },
];

/** What a user is notified of, and how: of everything that it has not switched off. */
export function notificationSettings(settings: UserSettings, isFollowingAll: boolean) {
  const { notifications, emailPreference } = settings;
  return {
    email_preference: shownEmailPreference(emailPreference),
    notify_types: types.map(({ key, label, isEnforced = false }) => ({
      key,
      label,
      channels: channels.map((channel) => ({
        ...channel,
        enabled: isEnforced || (notifications[`${key}_${channel.key}`] ?? true),
      })),
    })),
    follow_all: isFollowingAll,
  };
}

/** What can be switched: a type and a channel, as in `comments_web`, where it is not sent to everybody anyway. */
export const switchableNotifications: ReadonlySet<string> = new Set(
  types
    .filter(({ isEnforced }) => !isEnforced)
    .flatMap(({ key }) => channels.map((channel) => `${key}_${channel.key}`)),
);

function shownEmailPreference(preference: EmailPreference) {
  const isHourly = preference === 'hourly';
  const isDaily = preference === 'daily';
  return { realtime: !isHourly && !isDaily, hourly: isHourly, daily: isDaily };
}
