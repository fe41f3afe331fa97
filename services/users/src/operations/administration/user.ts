import { can, recordsUserActivity, ServiceError, usersUser, type InputOf } from '@svc/contracts';
import { defineHandler, type Call } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';
import { settingsOf } from '../../model/user-settings.ts';
import type { User } from '../../model/user.ts';
import { shownUnavailability } from '../../profile/my-profile.ts';
import { shownPlaces } from '../../profile/shown-places.ts';
import { calendarOf, contactsOf, emptyPage } from '../../profile/user-page.ts';
import { checkReadsAccounts } from '../../roles/account-guard.ts';

type UserCall = Call<InputOf<typeof usersUser>>;
type UserDeps = Deps<'users' | 'names' | 'notifications'>;

/**
 * A user, for those who administer users: the whole page, or one section of it with the other keys empty. Roles and allowed sources only for
 * callers who can change them.
 */
export const user = defineHandler(usersUser, async (call: UserCall, deps: UserDeps) => {
  checkReadsAccounts(call.actor);
  if (call.input.user === undefined) throw new ServiceError('missing_error', 'Missing user id');
  const found = await deps.users.byId(call.input.user);
  if (!found) throw new ServiceError('user_id', 'User does not exist');
  const { section } = call.input;
  const shown = section ? [sections.get(section)] : [...sections.values()];
  const parts = await Promise.all(shown.map(async (part) => part?.(call, deps, found)));
  return { ...identityOf(found), ...emptyPage, ...(Object.assign({}, ...parts) as object) };
});

type Section = (call: UserCall, deps: UserDeps, found: User) => object | Promise<object>;

/** The keys of each section; of other sections, which clients request too, all keys are empty. */
const sections: ReadonlyMap<string, Section> = new Map(
  Object.entries<Section>({
    details: (call, _deps, found) => ({ ...detailsOf(found), ...accessOf(call, found) }),
    locations: async (call, deps, found) => {
      const places = await shownPlaces(call, found, deps.names);
      return { user_location: places, location_grid: 'location_grid' in places ? places.location_grid : [] };
    },
    stats: async (call, deps, found) => {
      const unread = await deps.notifications.countNew({ userId: found._id });
      return { ...(await contactsOf(call, deps.names, found._id)), unread_notifications: unread };
    },
    activity: async (call, _deps, { _id: userId }) => {
      const { items } = await call.ask(recordsUserActivity, { user_id: userId, parts: ['items'] });
      return { user_activity: items };
    },
    days_active: async (call, _deps, { _id: userId }) => {
      const { days } = await call.ask(recordsUserActivity, { user_id: userId, parts: ['days'] });
      return { days_active: calendarOf(days, new Date()) };
    },
  }),
);

function identityOf(found: User) {
  return {
    user_id: found._id,
    display_name: found.displayName,
    user_email: found.email,
    username: found.username,
    corresponds_to_contact: found.contactId,
    contact: found.contactId,
  };
}

function detailsOf(found: User) {
  const settings = settingsOf(found);
  return {
    locale: found.locale,
    user_status: settings.userStatus,
    workload_status: settings.workload,
    dates_unavailable: shownUnavailability(settings),
    gender: found.gender,
    languages: settings.languages,
    people_groups: settings.peopleGroups,
    description: found.description,
    user_fields: Object.entries(settings.details).map(([key, value]) => ({ key, value })),
    disabled: found.disabled,
  };
}

function accessOf({ actor }: UserCall, found: User) {
  if (!can(actor, 'promote_users')) return {};
  return { roles: [...found.roles], allowed_sources: settingsOf(found).allowedSources };
}
