import { isDeepStrictEqual } from 'node:util';
import type { ActivityDraft } from '../../model/activity-row.ts';
import type { ChannelEntry } from './channel-entries.ts';
import type { Field } from '../../model/field.ts';
import { keyedDelta } from '../shared/keyed-delta.ts';
import { singleValueRow } from '../shared/value-rows.ts';

type Entries = readonly ChannelEntry[];

/** The entries added and removed; a changed entry is in both lists. */
export function channelDelta(before?: Entries, after?: Entries) {
  return keyedDelta(before, after, ({ key }) => key);
}

/** A row for each value added, removed or changed, and for changed details, such as the verified flag, a row that lists leave out. */
export function channelRows(before: Entries = [], after: Entries = [], field: Field): ActivityDraft[] {
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
  field: Field,
  before: ChannelEntry | undefined,
  after: ChannelEntry | undefined,
): ActivityDraft[] {
  const key = (after ?? before)?.key ?? '';
  const text = (entry: ChannelEntry | undefined) => entry && { raw: entry.value, label: entry.value };
  const rows: ActivityDraft[] = [];
  if (before?.value !== after?.value) {
    const row = singleValueRow(field, text(before), text(after), true);
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

function detailsRow(field: Field, before: ChannelEntry | undefined, after: ChannelEntry): ActivityDraft {
  const details = (entry: ChannelEntry | undefined) => (entry ? JSON.stringify(detailsOf(entry)) : '');
  const { key } = after;
  const write = before ? { ...detailsOf(before), key, delete: false } : { key, delete: true };
  return {
    action: 'field_update',
    objectSubtype: field.key,
    metaKey: `${key}_details`,
    metaValue: details(after),
    oldValue: details(before),
    fieldType: 'details',
    objectNote: `${field.key} "${after.value}" ${after.verified ? 'verified' : 'not verified'}`,
    valueKey: `${key}_details`,
    listed: false,
    undo: { entry: key, write },
  };
}
