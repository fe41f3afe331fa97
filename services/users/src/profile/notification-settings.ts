import type { Dialect, Message, Translate } from '@svc/contracts';
import type { Channel, NotificationType } from '../model/notification.ts';
import type { EmailPreference, UserSettings } from '../model/user-settings.ts';

/** The channels of notifications. Default channels are on until switched off; only they can be enforced. */
const channels = [
  { key: 'email', label: 'Email', isDefault: true },
  { key: 'web', label: 'Web', isDefault: true },
  { key: 'push_notifications', label: 'Push Notifications', isDefault: false },
] as const satisfies readonly { key: Channel; label: Message; isDefault: boolean }[];

interface ListedType {
  readonly key: NotificationType;
  readonly label: Message;
  readonly isEnforced?: boolean;
}

/** The notification types in the order of the settings. Enforced types are sent to everybody, whatever the settings. */
const types: readonly ListedType[] = [
  { key: 'new_assigned', label: 'Newly Assigned Contact', isEnforced: true },
  { key: 'mentions', label: '@Mentions', isEnforced: true },
  { key: 'comments', label: 'New Comments' },
  { key: 'updates', label: 'Update Needed', isEnforced: true },
  { key: 'changes', label: 'Contact Info Changed' },
  { key: 'milestones', label: 'Contact Milestones and Group Health metrics' },
];

/** Types that can be switched although the list does not contain them. */
const unlistedTypes: readonly NotificationType[] = ['share', 'subassigned', 'assignment_declined'];

interface Shown {
  readonly isFollowingAll: boolean;
  /** Whether a webhook takes pushes: without one the channel does not exist. */
  readonly hasPush: boolean;
  readonly translate: Translate;
}

/** Whether the settings have the channel of pushes: clients of the older API always read it. */
export function showsPush(
  { dialect }: { readonly dialect?: Dialect },
  { hasPush }: Pick<Shown, 'hasPush'>,
): boolean {
  return hasPush || dialect === 'reference';
}

export function notificationSettings(settings: UserSettings, { isFollowingAll, hasPush, translate }: Shown) {
  const { notifications, emailPreference } = settings;
  return {
    email_preference: shownEmailPreference(emailPreference),
    notify_types: types.map(({ key, label }) => ({
      key,
      label: translate(label),
      channels: channelsWith(hasPush).map((channel) => ({
        key: channel.key,
        label: translate(channel.label),
        enabled: isOn(`${key}_${channel.key}`, notifications),
      })),
    })),
    follow_all: isFollowingAll,
  };
}

/** The names that can be switched: a type and a channel, such as `comments_web`, unless enforced. */
export function switchableNotifications(hasPush: boolean): ReadonlySet<string> {
  const all = [...types.map(({ key }) => key), ...unlistedTypes];
  return new Set(namesOf(all, channelsWith(hasPush)).filter((name) => !enforced.has(name)));
}

/** Whether `<type>_<channel>` is on with these settings; always if enforced. */
export function isOn(name: string, { [name]: switched }: UserSettings['notifications']): boolean {
  return enforced.has(name) || (switched ?? isOnUnset(name));
}

/** The order of channels in notifications: the web comes first. */
const shownChannels: readonly Channel[] = channels
  .map(({ key }) => key)
  .toSorted((one, other) => Number(other === 'web') - Number(one === 'web'));

/** The channels of a type that a user has switched on or that are enforced. */
export function openChannels(type: NotificationType, { notifications }: UserSettings): Channel[] {
  return shownChannels.filter((channel) => isOn(`${type}_${channel}`, notifications));
}

const enforced: ReadonlySet<string> = new Set(
  namesOf(
    types.flatMap(({ key, isEnforced }) => (isEnforced ? [key] : [])),
    channelsWith(false),
  ),
);

function isOnUnset(name: string): boolean {
  return channels.some(({ key, isDefault }) => isDefault && name.endsWith(`_${key}`));
}

function channelsWith(hasPush: boolean) {
  return channels.filter(({ isDefault }) => isDefault || hasPush);
}

function namesOf(some: readonly NotificationType[], by: readonly { readonly key: Channel }[]): string[] {
  return some.flatMap((type) => by.map(({ key }) => `${type}_${key}`));
}

function shownEmailPreference(preference: EmailPreference) {
  const isHourly = preference === 'hourly';
  const isDaily = preference === 'daily';
  return { realtime: !isHourly && !isDaily, hourly: isHourly, daily: isDaily };
}
