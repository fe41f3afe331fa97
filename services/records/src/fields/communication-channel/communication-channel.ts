import { msg } from '@svc/contracts';
import { valueDeleted } from '../../model/activity-row.ts';
import { absentEntries, applyToEntries, type ChannelEntry, otherEntries } from './channel-entries.ts';
import { channelDelta, channelRows } from './channel-rows.ts';
import { type ChannelChange, parseChannelWrite } from './channel-write.ts';
import type { Field, FieldType } from '../../model/field.ts';
import { sortText } from '../shared/sort-text.ts';
import { textBuckets } from '../shared/text-buckets.ts';
import { channelTransfer } from './channel-transfer.ts';
import type { ParsedFilter } from '../../model/filter.ts';
import { textFilter, type TextLookup } from '../shared/text-filter.ts';

/** Phone numbers, e-mail addresses and the like: several values, each with its own key. */
export const communicationChannel: FieldType<readonly ChannelEntry[], ChannelChange> = {
  name: 'communication_channel',
  settingsList: 'channels',

  parse: (input, field) => parseChannelWrite(input, field),
  apply(before, change, field) {
    const entries = applyToEntries(before ?? [], change, field.key);
    return entries.length === 0 ? undefined : entries;
  },
  mergeFrom: (given, before) => otherEntries(given, before ?? []),
  keepExisting: (before, change) => absentEntries(before ?? [], change),
  sameAs: ({ entries }, _field, path) =>
    entries.flatMap(({ value }) => (value ? [{ [`${path}.value`]: value }] : [])),

  read: (stored) => stored?.map(({ key, value, verified, ...rest }) => ({ ...rest, verified, value, key })),
  searchTexts: (stored) => stored.map((entry) => entry.value),
  duplicateKeys: (stored) => stored.map((entry) => entry.value),
  filter: (operand, field) => channelFilter(operand, field),
  contains: (pattern, path) => ({ [`${path}.value`]: pattern }),
  sortKey: (stored) => firstValue(stored),
  buckets: { ...textBuckets, at: 'value' },

  transfer: channelTransfer,

  delta: (before, after) => channelDelta(before, after),
  activity: (before, after, field) => channelRows(before, after, field),
  note(row, field) {
    const { name } = field.definition;
    if (row.metaValue === valueDeleted) return msg`Deleted ${name}: ${row.oldValue}`;
    return row.oldValue === ''
      ? msg`Added ${name}: ${row.metaValue}`
      : msg`Updated ${name} from ${row.oldValue} to ${row.metaValue}`;
  },
};

function firstValue(entries: readonly ChannelEntry[]): string | number | undefined {
  const value = entries[0]?.value.trim() ?? '';
  return /^\d{1,15}$/.test(value) ? Number(value) : sortText(value);
}

const inValues: TextLookup = {
  matches: (path, pattern) => ({ [`${path}.value`]: pattern }),
  isSet: (path) => ({ [`${path}.value`]: { $gt: '' } }),
};

/** Filters by the values of a channel: an excluded operand keeps out records of which any value matches. */
function channelFilter(operand: unknown, field: Field): ParsedFilter {
  return textFilter(operand, field, inValues);
}
