import { type Message, ServiceError } from '@svc/contracts';
import { settingsOf } from '../../model/user-settings.ts';
import type { User } from '../../model/user.ts';
import { shownUnavailability } from '../my-profile.ts';
import { idSetting, type Setting, withEntry } from './setting.ts';

/** Adding and removing periods in which a user is away; both return all periods afterwards. */
export const awaySettings: readonly Setting[] = [
  {
    key: 'add_unavailability',
    read(value) {
      const dates = readDates(value);
      return {
        change(user) {
          const { unavailability, lastId } = settingsOf(user);
          const id = lastId + 1;
          const more = withEntry(unavailability, { id, ...dates }, 'add_unavailability');
          return { settings: { unavailability: more, lastId: id } };
        },
        answer,
      };
    },
  },
  idSetting('remove_unavailability', 'remove_unavailability is not of type integer', (id) => ({
    change: (user) => ({
      settings: { unavailability: settingsOf(user).unavailability.filter((time) => time.id !== id) },
    }),
    answer,
  })),
];

function answer(user: User) {
  return shownUnavailability(settingsOf(user));
}

/** @throws ServiceError `add_date_availability` when a date is missing or invalid, or the end is before the start. */
function readDates(value: unknown): { startDate: string; endDate: string } {
  const { start_date: startDate, end_date: endDate } = (value ?? {}) as Record<string, unknown>;
  if (!startDate || !endDate) throw refused('missing parameters');
  if (!isDay(startDate) || !isDay(endDate))
    throw refused('start_date and end_date must be dates such as 2026-11-22');
  if (endDate < startDate) throw refused('end_date must not be before start_date');
  return { startDate, endDate };
}

function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const day = new Date(`${value}T00:00:00Z`);
  // `Date` turns the 31st of February into a day of March.
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value);
}

function refused(message: Message): ServiceError {
  return new ServiceError('add_date_availability', message);
}
