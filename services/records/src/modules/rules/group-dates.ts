import { singleOf } from '../../fields/key-select/key-select.ts';
import type { FieldRule } from './field-rule.ts';

/** What a group's type or status says has happened, happened today. */
const moments: readonly { key: string; option: string; date: string }[] = [
  { key: 'group_type', option: 'church', date: 'church_start_date' },
  { key: 'group_status', option: 'inactive', date: 'end_date' },
];

/** A group that becomes a church, or ends, gets the date of it unless it has one. */
export const groupDates: FieldRule = (fields, { existing, now }) =>
  moments
    .filter(({ key, option, date }) => singleOf(fields[key]) === option && !existing[date])
    .reduce((current, { date }) => ({ [date]: now, ...current }), fields);
