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
  const former = new Entries(before);
  const entries = new Entries(force ? [] : before);
  for (const change of changes) {
    if (change.delete) entries.remove(change.id);
    else put(entries, change.entry, former);
  }
  return entries.all();
}

function put(entries: Entries, entry: LocationEntry, former: Entries): void {
  if (entries.has(entry.grid_meta_id)) return entries.put(entry);
  if (entries.at(entry)) return;
  // A place that is written again keeps its id: clients may have kept it, and the history needs no row.
  const known = former.at(entry)?.grid_meta_id;
  const keepsKnown = known !== undefined && !entries.has(known) && !former.has(entry.grid_meta_id);
  entries.put(keepsKnown ? { ...entry, grid_meta_id: known } : entry);
}

/** Entries indexed by id and by point: searching all of them for each entry of a large write would take seconds. */
class Entries {
  readonly #byId: Map<string, LocationEntry>;
  /** Point → the ids of the entries there. There may be several: a replaced entry may move to the point of another. */
  readonly #idsAt = new Map<string, Set<string>>();

  constructor(entries: readonly LocationEntry[]) {
    this.#byId = new Map(entries.map((entry) => [entry.grid_meta_id, entry]));
    for (const entry of this.#byId.values()) this.#place(entry);
  }

  all(): LocationEntry[] {
    return [...this.#byId.values()];
  }

  has(id: string): boolean {
    return this.#byId.has(id);
  }

  /** The first entry at the same point. */
  at(entry: LocationEntry): LocationEntry | undefined {
    const [id] = this.#idsAt.get(pointOf(entry)) ?? [];
    return id === undefined ? undefined : this.#byId.get(id);
  }

  /** Adds an entry, or replaces the one with its id and keeps its place in the order. */
  put(entry: LocationEntry): void {
    this.#leave(entry.grid_meta_id);
    this.#byId.set(entry.grid_meta_id, entry);
    this.#place(entry);
  }

  remove(id: string): void {
    this.#leave(id);
    this.#byId.delete(id);
  }

  #place(entry: LocationEntry): void {
    const ids = this.#idsAt.get(pointOf(entry)) ?? new Set();
    this.#idsAt.set(pointOf(entry), ids.add(entry.grid_meta_id));
  }

  #leave(id: string): void {
    const entry = this.#byId.get(id);
    if (entry) this.#idsAt.get(pointOf(entry))?.delete(id);
  }
}

function pointOf({ lng, lat }: LocationEntry): string {
  return `${lng},${lat}`;
}
