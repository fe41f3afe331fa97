import type { FieldType } from '../../model/field.ts';
import { date, parseDate } from './date.ts';

// Unlike a date, a datetime is overwritten even by a write that keeps existing values.
const { keepExisting: _ofDays, ...likeDate } = date;

/** A moment, stored as Unix seconds. Text without a timezone is UTC. "" and null unset. */
export const datetime: FieldType<number, number | null> = {
  ...likeDate,
  name: 'datetime',
  parse: (input, field) => parseDate(input, field, 'yyyy-mm-dd hh:mm with a timezone'),
  read: (stored, _field, { site }) => (stored === undefined ? undefined : site.dateTimeShape(stored)),
  buckets: {
    show: (value: number, _field, { site }) => ({
      value: String(value),
      label: site.dateTimeShape(value).formatted,
    }),
  },
};
