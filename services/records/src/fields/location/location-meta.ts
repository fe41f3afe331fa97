import { msg } from '@svc/contracts';
import { valueDeleted, type ActivityDraft } from '../../model/activity-row.ts';
import { newEntryId } from '../shared/entry-id.ts';
import type { FieldType, SideEffect, Parsed } from '../../model/field.ts';
import { keyedDelta } from '../shared/keyed-delta.ts';
import { applyToPlaces, type EntryChange, type LocationEntry } from './location-entries.ts';
import { noSuchPlace, type LocationChange } from './location-ids.ts';
import { parseLocationMetaWrite, resolvePlace, type LocationMetaChange } from './location-meta-write.ts';
import { location } from './location.ts';
import { sortText } from '../shared/sort-text.ts';
import { singleValueRow } from '../shared/value-rows.ts';
import { locationMetaTransfer } from './location-transfer.ts';

type Entries = readonly LocationEntry[];

const suffix = '_meta';

/** Places with their own point and label. A field `<key>_meta` also sets the rows of its places in the field `<key>`. */
export const locationMeta: FieldType<Entries, LocationMetaChange> = {
  name: 'location_meta',

  parse: (input, field) => parseLocationMetaWrite(input, field),
  references(change) {
    const written = change.entries.flatMap((entry) => ('written' in entry ? [entry] : []));
    return {
      gridIds: written.flatMap(({ gridId }) => gridId ?? []),
      points: written.flatMap(({ gridId, point }) => (gridId === undefined && point ? [point] : [])),
    };
  },
  resolve(change, found, field) {
    const entries: EntryChange[] = [];
    for (const entry of change.entries) {
      const resolved: Parsed<EntryChange> =
        'written' in entry ? resolvePlace(entry, found, field) : { change: entry };
      if ('problem' in resolved) return resolved;
      entries.push(resolved.change);
    }
    return { change: { force: change.force, entries } };
  },
  check(before = [], change, field) {
    const known = gridIdsOf(before);
    for (const each of resolvedEntries(change))
      if (!each.delete && each.isRetired && !known.has(each.entry.grid_id))
        return noSuchPlace(each.entry.grid_id, field).problem;
    return undefined;
  },
  apply(before, change) {
    const entries = applyToPlaces(before ?? [], resolvedEntries(change), change.force);
    return entries.length === 0 ? undefined : entries;
  },
  mergeFrom(given, before = []) {
    const held = new Set(before.map(idOf));
    // An id that is already taken would replace that entry.
    const added = given.map((entry) =>
      held.has(idOf(entry)) ? { ...entry, grid_meta_id: newEntryId() } : entry,
    );
    return { force: false, entries: added.map((entry) => ({ delete: false, entry })) };
  },
  keepExisting(before = [], change) {
    const labels = new Set(before.map(({ label }) => label));
    const entries = resolvedEntries(change).filter((entry) => entry.delete || !labels.has(entry.entry.label));
    return entries.length === 0 ? undefined : { force: false, entries };
  },
  sideEffects: (before, after, field, change) =>
    field.key.endsWith(suffix)
      ? followingGrid(field.key.slice(0, -suffix.length), { before, after, force: change.force })
      : [],
  sameAs: (change, _field, path) =>
    resolvedEntries(change).flatMap((each) => (each.delete ? [] : [{ [`${path}.label`]: each.entry.label }])),

  read: (stored, field, { record }) =>
    stored?.map(({ grid_meta_id, grid_id, lng, lat, level, source, label }) => ({
      grid_meta_id,
      post_id: String(record?.id ?? ''),
      post_type: record?.postType ?? field.postType,
      // Other systems store the grid value in a row of its own, with its own id.
      postmeta_id_location_grid: grid_meta_id,
      grid_id: String(grid_id),
      lng: String(lng),
      lat: String(lat),
      level,
      source,
      label,
    })),

  hasPoints: true,
  sortKey: (stored) => sortText(stored[0]?.label ?? ''),

  transfer: locationMetaTransfer,

  delta: (before, after) => keyedDelta(before, after, idOf),
  activity(before, after, field) {
    const { added, removed } = keyedDelta(before, after, idOf);
    const row = (entry: LocationEntry, isRemoval: boolean): ActivityDraft => {
      const text = { raw: entry.label, label: entry.label };
      const draft = isRemoval
        ? singleValueRow(field, text, undefined, true)
        : singleValueRow(field, undefined, text, true);
      const write = isRemoval ? { ...entry, delete: false } : { grid_meta_id: idOf(entry), delete: true };
      return { ...draft, valueKey: idOf(entry), undo: { entry: idOf(entry), write } };
    };
    return [...removed.map((entry) => row(entry, true)), ...added.map((entry) => row(entry, false))];
  },
  note: (row) =>
    row.metaValue === valueDeleted
      ? msg`${row.oldValue} removed from locations`
      : msg`${row.metaValue} added to locations`,
};

/** The location field gets the rows of new places and loses those of removed ones; with `force` it keeps no other rows. */
function followingGrid(
  key: string,
  {
    before = [],
    after = [],
    force,
  }: { before: Entries | undefined; after: Entries | undefined; force: boolean },
): SideEffect[] {
  const former = gridIdsOf(before);
  const current = gridIdsOf(after);
  const added = [...current].filter((gridId) => force || !former.has(gridId));
  const removed = [...former].filter((gridId) => !force && !current.has(gridId));
  if (!force && added.length === 0 && removed.length === 0) return [];
  const change: LocationChange = {
    force,
    entries: [
      ...removed.map((gridId) => ({ gridId, delete: true })),
      ...added.map((gridId) => ({ gridId, delete: false })),
    ],
  };
  return [{ key, typeName: location.name, change }];
}

function resolvedEntries({ entries }: LocationMetaChange): EntryChange[] {
  return entries.map((entry) => {
    if ('written' in entry) throw new Error('a place has to be settled before it is applied');
    return entry;
  });
}

function gridIdsOf(entries: Entries): ReadonlySet<number> {
  return new Set(entries.map((entry) => entry.grid_id));
}

function idOf(entry: LocationEntry): string {
  return entry.grid_meta_id;
}
