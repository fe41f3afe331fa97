import type { Message, Translate } from '@svc/contracts';
import type { Channel, NotificationType } from '../model/notification.ts';
import type { EmailPreference, UserSettings } from '../model/user-settings.ts';

/** By which a user is told. A default one is open until it is switched off, and the only kind that is sent to everybody. */
const channels = [
  { key: 'email', label: 'Email', isDefault: true },
  { key: 'web', label: 'Web', isDefault: true },
  { key: 'push_notifications', label: 'Push Notifications', isDefault: false },
] as const satisfies readonly { key: Channel; label: Message; isDefault: boolean }[];

/** A type that users are shown. */
interface ListedType {
  readonly key: NotificationType;
  readonly label: Message;
  readonly isEnforced?: boolean;
}

/** What happens to a user. The installation sends some of it to everybody, whatever they have switched. */
const types: readonly ListedType[] = [
  { key: 'new_assigned', label: 'Newly Assigned Contact', isEnforced: true },
  { key: 'mentions', label: '@Mentions', isEnforced: true },
  { key: 'comments', label: 'New Comments' },
  { key: 'updates', label: 'Update Needed', isEnforced: true },
  { key: 'changes', label: 'Contact Info Changed' },
  { key: 'milestones', label: 'Contact Milestones and Group Health metrics' },
];

/** What can be switched though no list of types has it. */
const unlistedTypes: readonly NotificationType[] = ['share', 'subassigned', 'assignment_declined'];

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

/** What can be switched: a type and a channel, as in `comments_web`, where it is not sent to everybody anyway. */
export function switchableNotifications(hasPush: boolean): ReadonlySet<string> {
  const all = [...types.map(({ key }) => key), ...unlistedTypes];
  return new Set(namesOf(all, channelsWith(hasPush)).filter((name) => !enforced.has(name)));
}

/** Whether what is named `<type>_<channel>` is sent to who has switched these: always where it is sent to everybody. */
export function isOn(name: string, { [name]: switched }: UserSettings['notifications']): boolean {
  return enforced.has(name) || (switched ?? isOnUnset(name));
}

/** In the order in which notifications show them: the web comes first. */
const shownChannels: readonly Channel[] = channels
  .map(({ key }) => key)
  .toSorted((one, other) => Number(other === 'web') - Number(one === 'web'));

/** The channels by which a user wants to be told of a type, or is told in any case. */
export function openChannels(type: NotificationType, { notifications }: UserSettings): Channel[] {
  return shownChannels.filter((channel) => isOn(`${type}_${channel}`, notifications));
}

/** What is sent to everybody: nobody can switch it. */
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
