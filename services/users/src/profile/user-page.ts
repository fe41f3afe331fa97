import {
  can,
  type ListQuery,
  type OutputOf,
  recordsCountLists,
  recordsList,
  type recordsUserActivity,
} from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import type { RecordNames } from './record-names.ts';

type PageCall = Pick<Call, 'actor' | 'ask' | 'deadline'>;
type Days = OutputOf<typeof recordsUserActivity>['days'];

const contacts = 'contacts';

/** Maximum number of contacts named in each list of the page. */
const maxNamed = 100;

/** Every key of the page whose part may not be requested, at its empty value. Clients read all keys. */
export const emptyPage = {
  user_status: '',
  workload_status: '',
  dates_unavailable: [],
  location_grid: [],
  user_location: [],
  user_activity: [],
  days_active: [],
  active_contacts: 0,
  update_needed: { total: 0, posts: [] },
  needs_accepted: { total: 0, posts: [] },
  unread_notifications: 0,
  assigned_counts: [],
  contact_statuses: [],
  contact_attempts: [],
  contact_accepts: [],
  unaccepted_contacts: [],
  unattempted_contacts: [],
  times: [],
  magic_links: [],
  allowed_sources: [],
  gender: '',
  languages: [],
  description: '',
  user_fields: [],
} as const;

/** The contacts assigned to a user, as far as the caller may view them. */
export async function contactsOf(call: PageCall, names: RecordNames, userId: number) {
  if (!can(call.actor, 'access_contacts')) return {};
  const assigned = { assigned_to: [String(userId)], type: ['access'] };
  const options = await names.optionsOf(call, 'overall_status');
  const keys = Object.keys(options);
  const queries = keys.map((key) => ({ ...assigned, overall_status: [key] }));
  const [{ lists }, updateNeeded, needsAccepted] = await Promise.all([
    call.ask(recordsCountLists, { post_type: contacts, queries }),
    named(call, { ...assigned, overall_status: ['active'], requires_update: ['1'] }),
    named(call, { ...assigned, overall_status: ['assigned'] }),
  ]);
  const counts = keys.map((key, place) => ({ key, status: options[key], count: lists[place]?.count ?? 0 }));
  return {
    active_contacts: counts.find(({ key }) => key === 'active')?.count ?? 0,
    contact_statuses: counts.filter(({ count }) => count > 0),
    update_needed: updateNeeded,
    needs_accepted: needsAccepted,
  };
}

async function named(call: PageCall, query: ListQuery) {
  const page = { limit: maxNamed, sort: 'last_modified', fields_to_return: ['last_modified'] };
  const { posts, total } = await call.ask(recordsList, { post_type: contacts, query: { ...query, ...page } });
  return {
    total,
    posts: posts.map(({ ID, post_title: title, last_modified: modified }) => ({
      ID,
      post_title: title,
      last_modified: modified,
    })),
  };
}

const dayMs = 24 * 60 * 60 * 1000;

/** Every day from the Sunday before the first day with activity until today, for a calendar of activity. */
export function calendarOf(days: Days, now: Date) {
  const [first] = days;
  if (!first) return [];
  const counts = new Map(days.map(({ day, count }) => [day, count]));
  const begin = weekStart(new Date(first.day));
  const length = Math.floor((now.getTime() - begin.getTime()) / dayMs) + 1;
  return Array.from({ length }, (_none, index) => {
    const date = new Date(begin.getTime() + index * dayMs);
    const day = dayOf(date);
    const count = counts.get(day) ?? 0;
    return {
      day,
      weekday: date.toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' }),
      weekday_number: String(date.getUTCDay() || 7),
      week_start: dayOf(weekStart(date)),
      activity_count: count,
      activity: count > 0 ? 1 : 0,
    };
  });
}

function weekStart(date: Date): Date {
  return new Date(date.getTime() - date.getUTCDay() * dayMs);
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}
