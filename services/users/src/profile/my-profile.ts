import type { Message, Translate } from '@svc/contracts';
import { languageName, localeOf } from '../model/locale.ts';
import { settingsOf, type UserSettings } from '../model/user-settings.ts';
import type { User } from '../model/user.ts';
import { capabilitiesOf, labelsOf, type RoleCatalogue } from '../roles/role-catalogue.ts';
import { offeredApps } from './apps.ts';
import { shownDetails } from './details.ts';
import { notificationSettings } from './notification-settings.ts';
import { shownWorkload } from './workload.ts';

const genders = new Map<string, Message>([
  ['male', 'Male'],
  ['female', 'Female'],
]);

/** The settings of a user that refer to records, places or options, with their names. */
export interface NamedParts {
  readonly locations: unknown;
  readonly languages: readonly { readonly key: string; readonly label: string }[];
  readonly peopleGroups: readonly { readonly ID: number; readonly post_title: string }[];
}

interface Profiled {
  readonly roles: RoleCatalogue;
  readonly translate: Translate;
  readonly hasPush: boolean;
}

/** The profile of the caller (docs/users.md#ones-own-settings). */
export function myProfile(user: User, profiled: Profiled, named: NamedParts) {
  const { roles, translate, hasPush } = profiled;
  const settings = settingsOf(user);
  const capabilities = capabilitiesOf(roles, user.roles);
  const mayFollowAll = capabilities.includes('dt_all_access_contacts');
  return {
    ID: user._id,
    user_email: user.email,
    display_name: user.displayName,
    locale: localeOf(user),
    locations: named.locations,
    corresponds_to_contact: user.contactId,
    profile: profileOf(user, profiled, settings),
    apps: offeredApps(translate),
    product_tour: settings.productTour,
    preferences: {
      languages: named.languages,
      locations: named.locations,
      people_groups: named.peopleGroups,
      workload: shownWorkload(settings.workload, translate) ?? [],
    },
    unavailability: shownUnavailability(settings),
    notifications: notificationSettings(settings, {
      isFollowingAll: mayFollowAll && settings.followAll,
      hasPush,
      translate,
    }),
  };
}

/** The periods in which a user is away, in the form of answers. */
export function shownUnavailability({ unavailability }: UserSettings) {
  return unavailability.map(({ id, startDate, endDate }) => ({
    id,
    start_date: startDate,
    end_date: endDate,
  }));
}

function profileOf(user: User, { roles, translate }: Profiled, { details }: UserSettings) {
  return {
    ID: user._id,
    name: [details['first_name'], details['last_name']].filter(Boolean).join(' '),
    username: user.username,
    user_email: user.email,
    nickname: details['nickname'] || user.displayName,
    display_name: user.displayName,
    roles: labelsOf(roles, user.roles, translate),
    email: [{ value: user.email, label: translate('System Email') }, ...shownDetails(details, 'email')],
    phone: shownDetails(details, 'phone'),
    address: shownDetails(details, 'address'),
    social: shownDetails(details, 'social'),
    other: shownDetails(details, 'other'),
    locale: localeOf(user),
    language: languageName(localeOf(user)),
    bio: user.description,
    gender: translate(genderLabel(user.gender)),
  };
}

/** The label of a stored gender; empty when it is not set. */
export function genderLabel(gender: string): Message {
  return genders.get(gender.toLowerCase()) ?? '';
}
