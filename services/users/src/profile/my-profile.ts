import type { Message, Translate } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import { languageName, localeOf } from '../model/locale.ts';
import { settingsOf, type UserSettings } from '../model/user-settings.ts';
import type { User } from '../model/user.ts';
import { capabilitiesOf, labelsOf, type RoleCatalogue } from '../roles/role-catalogue.ts';
import { offeredApps } from './apps.ts';
import { shownDetails } from './details.ts';
import { notificationSettings } from './notification-settings.ts';
import type { RecordNames } from './record-names.ts';
import { shownPlaces } from './shown-places.ts';
import { shownWorkload } from './workload.ts';

const genders = new Map<string, Message>([
  ['male', 'Male'],
  ['female', 'Female'],
]);

interface Profiled {
  readonly roles: RoleCatalogue;
  readonly names: RecordNames;
  readonly translate: Translate;
  readonly hasPush: boolean;
  /** Undefined for clients of the reference system, whose answer has neither. */
  readonly own: { readonly avatar: string; readonly capabilities: readonly string[] } | undefined;
}

/** The profile of the caller (docs/guides/users.md#ones-own-settings). */
export async function myProfile(call: Pick<Call, 'deadline'>, user: User, profiled: Profiled) {
  const { roles, names, translate, hasPush, own } = profiled;
  const settings = settingsOf(user);
  const mayFollowAll = capabilitiesOf(roles, user.roles).includes('dt_all_access_contacts');
  const [locations, languages, peopleGroups] = await Promise.all([
    shownPlaces(call, user, names),
    shownLanguages(call, settings, names),
    shownPeopleGroups(call, settings, names),
  ]);
  return {
    ID: user._id,
    user_email: user.email,
    display_name: user.displayName,
    locale: localeOf(user),
    locations,
    corresponds_to_contact: user.contactId,
    profile: profileOf(user, profiled, settings),
    apps: offeredApps(translate),
    product_tour: settings.productTour,
    preferences: {
      languages,
      locations,
      people_groups: peopleGroups,
      workload: shownWorkload(settings.workload, translate) ?? [],
    },
    unavailability: shownUnavailability(settings),
    notifications: notificationSettings(settings, {
      isFollowingAll: mayFollowAll && settings.followAll,
      hasPush,
      translate,
    }),
    ...(own && {
      avatar: own.avatar,
      has_uploaded_avatar: Boolean(user.avatarKey),
      capabilities: own.capabilities.toSorted(),
    }),
  };
}

/** Languages with their labels; without any, no request is sent. */
async function shownLanguages(call: Pick<Call, 'deadline'>, { languages }: UserSettings, names: RecordNames) {
  const labels = new Map(
    languages.length > 0 ? Object.entries(await names.optionsOf(call, 'languages')) : [],
  );
  return languages.map((key) => ({ key, label: labels.get(key) ?? key }));
}

/** People groups with their names, without deleted ones. */
async function shownPeopleGroups(
  call: Pick<Call, 'deadline'>,
  { peopleGroups }: UserSettings,
  names: RecordNames,
) {
  const titles = await names.peopleGroups(call, peopleGroups);
  return peopleGroups.flatMap((id) => {
    const title = titles.get(id);
    return title === undefined ? [] : [{ ID: id, post_title: title }];
  });
}

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
function genderLabel(gender: string): Message {
  return genders.get(gender.toLowerCase()) ?? '';
}
