import type { FieldType } from './field-type.ts';
import { date, parseDate } from './date.ts';

/** A moment, stored as Unix seconds. Text without a timezone is UTC. "" and null unset. */
export const datetime: FieldType<number, number | null> = {
  ...date,
  name: 'datetime',
  parse: (input, field) => parseDate(input, field, 'yyyy-mm-dd hh:mm with a timezone'),
  read: (stored, _field, { site }) => (stored === undefined ? undefined : site.dateTimeShape(stored)),
};
