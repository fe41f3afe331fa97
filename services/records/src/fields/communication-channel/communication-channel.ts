import { isDeepStrictEqual } from 'node:util';
import { msg } from '@svc/contracts';
import { type ActivityDraft, valueDeleted } from '../../model/activity-row.ts';
import { absentEntries, applyToEntries, type ChannelEntry, otherEntries } from './channel-entries.ts';
import { type ChannelChange, parseChannelWrite } from './channel-write.ts';
import type { DeclaredField } from '../../model/field-type/declared-field.ts';
import type { FieldType } from '../../model/field-type/field-type.ts';
import { sortText } from '../shared/sort-text.ts';
import { listDelta } from '../shared/list-delta.ts';
import { singleValueRow } from '../shared/value-rows.ts';
import { channelExchange } from './channel-exchange.ts';
import { textFilter } from '../shared/text-filter.ts';

type Entries = readonly ChannelEntry[];

/** Phone numbers, e-mail addresses and the like: several values, each with its own key. */
export const communicationChannel: FieldType<Entries, ChannelChange> = {
  name: 'communication_channel',
  storedAs: 'array',
  attributes: ['is_address'],
  settingsList: 'channels',

  write: {
    parse: (input, field) => parseChannelWrite(input, field),
    apply(before, change, field) {
      const entries = applyToEntries(before ?? [], change, field.key);
      return entries.length === 0 ? undefined : entries;
    },
    keepExisting: (before, change) => absentEntries(before ?? [], change),
    mergeFrom: (given, before) => otherEntries(given, before ?? []),
    delta: (before, after) => listDelta(before, after, ({ key }) => key),
  },

  read: {
    shape: (stored) =>
      stored?.map(({ key, value, verified, ...rest }) => ({ ...rest, verified, value, key })),
  },

  query: {
    // An excluded operand keeps out records of which any value matches.
    filter: (operand, field) => textFilter(operand, field, '.value'),
    contains: (pattern, path) => ({ [`${path}.value`]: pattern }),
    searchTexts: (stored) => stored.map((entry) => entry.value),
    sameAs: ({ entries }, _field, path) =>
      entries.flatMap(({ value }) => (value ? [{ [`${path}.value`]: value }] : [])),
    duplicateKeys: (stored) => stored.map((entry) => entry.value),
    sortKey: (stored) => firstValue(stored),
    buckets: { at: 'value', show: (value: string) => ({ value, label: value }) },
  },

  history: {
    activity: (before, after, field) => channelRows(before, after, field),
    note(row, field) {
      const { name } = field.definition;
      if (row.metaValue === valueDeleted) return msg`Deleted ${name}: ${row.oldValue}`;
      return row.oldValue === ''
        ? msg`Added ${name}: ${row.metaValue}`
        : msg`Updated ${name} from ${row.oldValue} to ${row.metaValue}`;
    },
  },

  exchange: {
    ...channelExchange,
    plainValues: (stored) => stored.map(({ value }) => value),
  },
};

function firstValue(entries: Entries): string | number | undefined {
  const value = entries[0]?.value.trim() ?? '';
  return /^\d{1,15}$/.test(value) ? Number(value) : sortText(value);
}

/** A row for each value added, removed or changed, and for changed details, such as the verified flag, a row that lists leave out. */
function channelRows(before: Entries = [], after: Entries = [], field: DeclaredField): ActivityDraft[] {
  const former = byKey(before);
  const current = byKey(after);
  return [
    ...before
      .filter((entry) => !current.has(entry.key))
      .flatMap((entry) => entryRows(field, entry, undefined)),
    ...after.flatMap((entry) => entryRows(field, former.get(entry.key), entry)),
  ];
}

function byKey(entries: Entries): ReadonlyMap<string, ChannelEntry> {
  return new Map(entries.map((entry) => [entry.key, entry]));
}

function entryRows(
  field: DeclaredField,
  before: ChannelEntry | undefined,
  after: ChannelEntry | undefined,
): ActivityDraft[] {
  const key = (after ?? before)?.key ?? '';
  const rows: ActivityDraft[] = [];
  if (before?.value !== after?.value) {
    const row = singleValueRow(field, before?.value, after?.value);
    const write = before ? { ...before, delete: false } : { key, delete: true };
    rows.push({ ...row, metaKey: key, valueKey: key, undo: { entry: key, write } });
  }
  if (after && !isDeepStrictEqual(before && detailsOf(before), detailsOf(after)))
    rows.push(detailsRow(field, before, after));
  return rows;
}

/** The attributes of an entry's value, as clients write them. */
function detailsOf({ key: _key, value: _value, ...details }: ChannelEntry) {
  return details;
}

function detailsRow(
  field: DeclaredField,
  before: ChannelEntry | undefined,
  after: ChannelEntry,
): ActivityDraft {
  const details = (entry: ChannelEntry) => JSON.stringify(detailsOf(entry));
  const { key } = after;
  const write = before ? { ...detailsOf(before), key, delete: false } : { key, delete: true };
  return {
    ...singleValueRow(field, before && details(before), details(after)),
    metaKey: `${key}_details`,
    fieldType: 'details',
    objectNote: `${field.key} "${after.value}" ${after.verified ? 'verified' : 'not verified'}`,
    valueKey: `${key}_details`,
    listed: false,
    undo: { entry: key, write },
  };
}
