import { singleOf } from '../../fields/key-select/key-select.ts';
import type { FieldRule } from './field-rule.ts';

/** Dates that are set to today when a group gets a type or status. */
const moments: readonly { key: string; option: string; date: string }[] = [
  { key: 'group_type', option: 'church', date: 'church_start_date' },
  { key: 'group_status', option: 'inactive', date: 'end_date' },
];

/** Sets the date on which a group became a church, or ended, unless it has one. */
export const groupDates: FieldRule = (fields, { existing, now }) =>
  moments
    .filter(({ key, option, date }) => singleOf(fields[key]) === option && !existing[date])
    .reduce((current, { date }) => ({ [date]: now, ...current }), fields);
