import type { Difference } from './difference.ts';

export interface Stored {
  readonly _id: number | string;
  readonly [key: string]: unknown;
}

interface StoredRecord extends Stored {
  readonly _id: number;
  readonly createdAt: Date;
  readonly lastModified: Date;
  readonly sharedWith: readonly number[];
  readonly fields: Readonly<Record<string, unknown>>;
  readonly sort: Readonly<Record<string, unknown>>;
  readonly searchText: { readonly name: string; readonly comms: readonly string[] };
  readonly duplicateKeys?: readonly string[];
  readonly linkTerms?: readonly string[];
}

interface ChannelEntry {
  readonly value: string;
}

const channels = ['contact_phone', 'contact_email'];

/** Copies a record with its derived values, each of which changes like the value that it is derived from. */
export function recordCopy(stored: Stored, its: Difference): Stored {
  const record = stored as StoredRecord;
  const { _id: id, fields, sort, searchText, duplicateKeys, linkTerms } = record;
  return {
    ...record,
    _id: its.recordId(id),
    createdAt: its.date(record.createdAt),
    lastModified: its.date(record.lastModified),
    sharedWith: its.sharedWith(record.sharedWith, id),
    fields: { ...fields, ...inChannels(fields, (entries) => entriesCopy(entries as ChannelEntry[], its)) },
    sort: { ...sort, ...inChannels(sort, (key) => (typeof key === 'string' ? its.digits(key) : key)) },
    searchText: { ...searchText, comms: searchText.comms.map(its.digits) },
    // The history of a copy is its creation, which lists do not show.
    listedRowCount: 0,
    ...(duplicateKeys ? { duplicateKeys: duplicateKeys.map(its.digits) } : {}),
    ...(linkTerms ? { linkTerms: linkTerms.map((link) => linkCopy(link, its)) } : {}),
  };
}

/** Copies the search texts of a record; entries of channels begin with c. */
export function textsCopy(stored: Stored, its: Difference): Stored {
  const entries = stored['entries'] as readonly string[];
  return {
    ...stored,
    _id: its.recordId(stored._id as number),
    entries: entries.map((entry) => (entry.startsWith('c') ? its.digits(entry) : entry)),
  };
}

export function edgeCopy(stored: Stored, its: Difference): Stored {
  const from = its.recordId(stored['from'] as number);
  const to = its.recordId(stored['to'] as number);
  const _id = `${stored['key'] as string}:${from}:${to}`;
  return { ...stored, _id, from, to, createdAt: its.date(stored['createdAt'] as Date) };
}

export function createdRowCopy(stored: Stored, its: Difference): Stored {
  return {
    ...stored,
    _id: its.activityId(stored._id as number),
    recordId: its.recordId(stored['recordId'] as number),
    time: its.seconds(stored['time'] as number),
  };
}

export function commentCopy(stored: Stored, its: Difference): Stored {
  return {
    ...stored,
    _id: its.commentId(stored._id as number),
    recordId: its.recordId(stored['recordId'] as number),
  };
}

function inChannels(
  values: Readonly<Record<string, unknown>>,
  change: (value: unknown) => unknown,
): Record<string, unknown> {
  const present = channels.filter((key) => values[key] !== undefined);
  return Object.fromEntries(present.map((key) => [key, change(values[key])]));
}

function entriesCopy(entries: readonly ChannelEntry[], its: Difference): ChannelEntry[] {
  return entries.map((entry) => ({ ...entry, value: its.digits(entry.value) }));
}

/** Copies a term of the form `<key>:<side>:<id>`; the id may also be a word. */
function linkCopy(link: string, its: Difference): string {
  return link.replace(/:(\d+)$/, (_whole, id: string) => `:${its.recordId(Number(id))}`);
}
