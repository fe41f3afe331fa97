import type { Saying, Translate } from '@svc/contracts';
import type { EmailPreference, UserSettings } from '../store/user-settings.ts';

/** By which a user is told. A default one is open until it is switched off, and the only kind that is sent to everybody. */
export const channels = [
  { key: 'email', label: 'Email', isDefault: true },
  { key: 'web', label: 'Web', isDefault: true },
  { key: 'push_notifications', label: 'Push Notifications', isDefault: false },
] as const satisfies readonly { key: string; label: Saying; isDefault: boolean }[];

/** What happens to a user. The installation sends some of it to everybody, whatever they have switched. */
const types: readonly { readonly key: string; readonly label: Saying; readonly isEnforced?: boolean }[] = [
  { key: 'new_assigned', label: 'Newly Assigned Contact', isEnforced: true },
  { key: 'mentions', label: '@Mentions', isEnforced: true },
  { key: 'comments', label: 'New Comments' },
  { key: 'updates', label: 'Update Needed', isEnforced: true },
  { key: 'changes', label: 'Contact Info Changed' },
  { key: 'milestones', label: 'Contact Milestones and Group Health metrics' },
];

/** For whom settings are shown, and what the installation has. */
interface Shown {
  readonly isFollowingAll: boolean;
  /** Whether anything takes pushes: without it that channel is none. */
  readonly hasPush: boolean;
  readonly translate: Translate;
}

/** What a user is notified of, and how: of everything that it has not switched off. */
export function notificationSettings(settings: UserSettings, { isFollowingAll, hasPush, translate }: Shown) {
  const { notifications, emailPreference } = settings;
  return {
    email_preference: shownEmailPreference(emailPreference),
    notify_types: types.map(({ key, label, isEnforced = false }) => ({
      key,
      label: translate(label),
      channels: channelsWith(hasPush).map((channel) => ({
        key: channel.key,
        label: translate(channel.label),
        enabled:
          (isEnforced && channel.isDefault) || (notifications[`${key}_${channel.key}`] ?? channel.isDefault),
      })),
    })),
    follow_all: isFollowingAll,
  };
}

/** What can be switched: a type and a channel, as in `comments_web`, where it is not sent to everybody anyway. */
export function switchableNotifications(hasPush: boolean): ReadonlySet<string> {
  return new Set(keysOf(channelsWith(hasPush)).filter((key) => !enforcedNotifications.has(key)));
}

/** What is sent to everybody, as `<type>_<channel>`: nobody can switch it. */
export const enforcedNotifications: ReadonlySet<string> = new Set(
  types
    .filter(({ isEnforced }) => isEnforced)
    .flatMap(({ key }) => channelsWith(false).map((channel) => `${key}_${channel.key}`)),
);

/** Whether what is named `<type>_<channel>` is on for who has never switched it. */
export function isOnUnset(name: string): boolean {
  return channels.some(({ key, isDefault }) => isDefault && name.endsWith(`_${key}`));
}

function channelsWith(hasPush: boolean) {
  return channels.filter(({ isDefault }) => isDefault || hasPush);
}

function keysOf(some: readonly { readonly key: string }[]): string[] {
  return types.flatMap(({ key }) => some.map((channel) => `${key}_${channel.key}`));
}

function shownEmailPreference(preference: EmailPreference) {
  const isHourly = preference === 'hourly';
  const isDaily = preference === 'daily';
  return { realtime: !isHourly && !isDaily, hourly: isHourly, daily: isDaily };
}
