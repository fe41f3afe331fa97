import { EntryIndex } from '../shared/entry-index.ts';

/** A stored place: a row of the location grid, with the point and label that the client wrote. */
export interface LocationEntry {
  /** Digits. */
  readonly grid_meta_id: string;
  readonly grid_id: number;
  readonly lng: number;
  readonly lat: number;
  /** `admin0`, `admin1`, …, or a client's own word such as `place` or `address`. */
  readonly level: string;
  /** Where the place comes from; `user` unless the client sends something else. */
  readonly source: string;
  readonly label: string;
}

/** The change of one place: add it, replace the entry with its id, or delete that entry. */
export type EntryChange =
  | { readonly delete: true; readonly id: string }
  | {
      readonly delete: false;
      readonly entry: LocationEntry;
      /** Whether only records that already have the row may name it. */
      readonly isRetired?: boolean;
    };

/** The places of a record after a write, in the order in which they were added. The same point is not added twice. */
export function applyToPlaces(
  before: readonly LocationEntry[],
  changes: readonly EntryChange[],
  force: boolean,
): LocationEntry[] {
  const indexed = { idOf: (entry: LocationEntry) => entry.grid_meta_id, contentOf: pointOf };
  const former = new EntryIndex(before, indexed);
  const entries = new EntryIndex(force ? [] : before, indexed);
  for (const change of changes) {
    if (change.delete) entries.remove(change.id);
    else put(entries, change.entry, former);
  }
  return entries.all();
}

function put(
  entries: EntryIndex<LocationEntry>,
  entry: LocationEntry,
  former: EntryIndex<LocationEntry>,
): void {
  if (entries.get(entry.grid_meta_id)) return entries.put(entry);
  if (entries.withContent(pointOf(entry))) return;
  // A place that is written again keeps its id: clients may have kept it, and the history needs no row.
  const known = former.withContent(pointOf(entry))?.grid_meta_id;
  const keepsKnown = known !== undefined && !entries.get(known) && !former.get(entry.grid_meta_id);
  entries.put(keepsKnown ? { ...entry, grid_meta_id: known } : entry);
}

function pointOf({ lng, lat }: LocationEntry): string {
  return `${lng},${lat}`;
}
