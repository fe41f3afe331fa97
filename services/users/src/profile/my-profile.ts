import { labelsOf, type RoleCatalogue } from '../roles/role-catalogue.ts';
import type { User } from '../store/user.ts';
import { genderLabel } from './gender.ts';
import { languageName, localeOf } from './locale.ts';
import { notificationSettings } from './notification-settings.ts';

/** What a user reads about itself (spec 2.7). Parts that have no data yet have the form they have without any. */
export function myProfile(user: User, roles: RoleCatalogue) {
  return {
    ID: user._id,
    user_email: user.email,
    display_name: user.displayName,
    locale: localeOf(user),
    locations: [],
    corresponds_to_contact: user.contactId,
    profile: profileOf(user, roles),
    apps: [],
    preferences: { languages: [], locations: [], people_groups: [], workload: [] },
    unavailability: [],
    notifications: notificationSettings(),
  };
}

function profileOf(user: User, roles: RoleCatalogue) {
  return {
    ID: user._id,
    name: '',
    username: user.username,
    user_email: user.email,
    nickname: user.displayName,
    display_name: user.displayName,
    roles: labelsOf(roles, user.roles),
    email: [{ value: user.email, label: 'System Email' }],
    phone: [],
    address: [],
    social: [],
    other: [],
    locale: localeOf(user),
    language: languageName(localeOf(user)),
    bio: user.description,
    gender: genderLabel(user.gender),
  };
}
