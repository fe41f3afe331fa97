import { msg } from '@svc/contracts';
import { valueDeleted, type ActivityDraft } from '../../model/activity-row.ts';
import { newEntryId } from '../shared/entry-id.ts';
import { isObject } from '../../model/is-object.ts';
import { receivedValues, writtenValues } from '../../model/received-values.ts';
import type { FieldType } from '../../model/field-type/field-type.ts';
import type { SideEffect } from '../../model/field-type/write.ts';
import { listDelta } from '../shared/list-delta.ts';
import { applyToPlaces, type EntryChange, type LocationEntry } from './location-entries.ts';
import { parseLocationMetaWrite, resolvePlaces, type LocationMetaChange } from './location-meta-write.ts';
import { location, type LocationChange, noSuchPlace } from './location.ts';
import { sortText } from '../shared/sort-text.ts';
import { singleValueRow } from '../shared/value-rows.ts';

type Entries = readonly LocationEntry[];

const suffix = '_meta';

/** Places with their own point and label. A field `<key>_meta` also sets the rows of its places in the field `<key>`. */
export const locationMeta: FieldType<Entries, LocationMetaChange> = {
  name: 'location_meta',
  storedAs: 'array',

  write: {
    parse: (input, field) => parseLocationMetaWrite(input, field),
    references(change) {
      const written = change.entries.flatMap((entry) => ('written' in entry ? [entry] : []));
      return {
        gridIds: written.flatMap(({ gridId }) => gridId ?? []),
        points: written.flatMap(({ gridId, point }) => (gridId === undefined && point ? [point] : [])),
      };
    },
    resolve: (change, found, field) => resolvePlaces(change, found, field),
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
    keepExisting(before = [], change) {
      const labels = new Set(before.map(({ label }) => label));
      const entries = resolvedEntries(change).filter(
        (entry) => entry.delete || !labels.has(entry.entry.label),
      );
      return entries.length === 0 ? undefined : { force: false, entries };
    },
    mergeFrom(given, before = []) {
      const held = new Set(before.map(idOf));
      // An id that is already taken would replace that entry.
      const added = given.map((entry) =>
        held.has(idOf(entry)) ? { ...entry, grid_meta_id: newEntryId() } : entry,
      );
      return { force: false, entries: added.map((entry) => ({ delete: false, entry })) };
    },
    sideEffects: (before, after, field, change) =>
      field.key.endsWith(suffix)
        ? followingGrid(field.key.slice(0, -suffix.length), { before, after, force: change.force })
        : [],
    delta: (before, after) => listDelta(before, after, idOf),
  },

  read: {
    shape: (stored, field, { record }) =>
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
  },

  query: {
    sameAs: (change, _field, path) =>
      resolvedEntries(change).flatMap((each) =>
        each.delete ? [] : [{ [`${path}.label`]: each.entry.label }],
      ),
    sortKey: (stored) => sortText(stored[0]?.label ?? ''),
    hasPoints: true,
  },

  history: {
    activity(before, after, field) {
      const { added, removed } = listDelta(before, after, idOf);
      const row = (entry: LocationEntry, isRemoval: boolean): ActivityDraft => {
        const [old, now] = isRemoval ? [entry.label] : [undefined, entry.label];
        const draft = singleValueRow(field, old, now);
        const write = isRemoval ? { ...entry, delete: false } : { grid_meta_id: idOf(entry), delete: true };
        return { ...draft, valueKey: idOf(entry), undo: { entry: idOf(entry), write } };
      };
      return [...removed.map((entry) => row(entry, true)), ...added.map((entry) => row(entry, false))];
    },
    note: (row) =>
      row.metaValue === valueDeleted
        ? msg`${row.oldValue} removed from locations`
        : msg`${row.metaValue} added to locations`,
  },

  // In the form in which they are written.
  exchange: {
    send: (stored, { key }) => ({
      [key]: {
        values: stored.map(({ grid_id, lng, lat, level, label }) => ({ grid_id, lng, lat, level, label })),
      },
    }),
    receive: (meta, { key }) => writtenValues(receivedValues(meta[key]).map(withoutIds)),
  },
};

/** Removes the ids of the other site, which would name other entries here. */
function withoutIds(value: unknown): unknown {
  if (!isObject(value)) return value;
  const { grid_id, lng, lat, level, label } = value;
  const known = Object.entries({ grid_id, lng, lat, level, label });
  return Object.fromEntries(known.filter(([, content]) => content !== undefined));
}

/** The location field gets the rows of new places and loses those of removed ones; with `force` it keeps no other rows. */
function followingGrid(
  key: string,
  {
    before = [],
    after = [],
    force,
  }: { before: Entries | undefined; after: Entries | undefined; force: boolean },
): SideEffect[] {
  const delta = listDelta([...gridIdsOf(before)], [...gridIdsOf(after)]);
  const { added, removed } = force ? { added: [...gridIdsOf(after)], removed: [] } : delta;
  if (!force && added.length === 0 && removed.length === 0) return [];
  const change: LocationChange = {
    force,
    entries: [
      ...removed.map((value) => ({ value, delete: true })),
      ...added.map((value) => ({ value, delete: false })),
    ],
  };
  return [{ key, typeName: location.name, change }];
}

function resolvedEntries({ entries }: LocationMetaChange): EntryChange[] {
  return entries.map((entry) => {
    if ('written' in entry) throw new Error('a place must be resolved before it is applied');
    return entry;
  });
}

function gridIdsOf(entries: Entries): ReadonlySet<number> {
  return new Set(entries.map((entry) => entry.grid_id));
}

function idOf(entry: LocationEntry): string {
  return entry.grid_meta_id;
}
