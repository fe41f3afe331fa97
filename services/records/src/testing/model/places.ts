import fc from 'fast-check';
import { seededPlaces } from '../seed-grid.ts';
import type { ModelPlans } from './model-write.ts';
import { flag } from './sets.ts';

interface Row {
  readonly id: number;
  readonly label: string;
}

interface Point {
  /** A symbol where the service makes it up: what is listed again keeps its id, so no two of them may look the same. */
  readonly grid_meta_id: string | symbol;
  readonly grid_id: string;
  readonly lng: string;
  readonly lat: string;
  readonly level: string;
  readonly source: string;
  readonly label: string;
}

type Place = (typeof seededPlaces)[number];

const place = fc.constantFrom<Place>(...seededPlaces);

/** Writes of a set of rows of the grid, named in every way. */
export const locations: ModelPlans = fc
  .tuple(fc.array(fc.tuple(place, flag, fc.nat(2)), { maxLength: 3 }), flag)
  .map(([planned, [isForced, force]]) => () => ({
    input: {
      values: planned.map(([{ id }, [, remove], form]) => ({
        ...[{ value: id }, { grid_id: String(id) }, { id, label: 'read' }][form],
        delete: remove,
      })),
      force_values: force,
    },
    next: (before) => rowsAfter(isForced ? [] : rowsOf(before), planned),
    kept(before) {
      const rows = rowsOf(before);
      const isHeld = (gridId: number) => rows.some((row) => row.id === gridId);
      return rowsAfter(
        rows,
        planned.filter(([{ id }, [isRemoved]]) => isRemoved || !isHeld(id)),
      );
    },
  }));

function rowsOf(read: unknown): readonly Row[] {
  return (read ?? []) as Row[];
}

function rowsAfter(
  before: readonly Row[],
  planned: readonly (readonly [Place, readonly [boolean, unknown], unknown])[],
): Row[] | undefined {
  const rows = new Map(before.map((row) => [row.id, row]));
  for (const [{ id, name }, [isRemoved]] of planned) {
    if (isRemoved) rows.delete(id);
    else rows.set(id, { id, label: name });
  }
  const left = [...rows.values()].sort((one, other) => one.id - other.id);
  return left.length === 0 ? undefined : left;
}

interface Written {
  readonly id: Point['grid_meta_id'] | undefined;
  /** Undefined removes the entry of the id. */
  readonly entry: Point | undefined;
  readonly input: object;
}

const label = fc.constantFrom(undefined, 'Home', 'Office', '');
const shift = fc.constantFrom(0.5, 1);

/** What is written: a row, a point in it, or both. */
const content = fc
  .tuple(place, label, fc.constantFrom('row', 'point', 'both'), shift)
  .map(([{ id, name, fullName, country, box }, words, form, by]) => {
    const centre = { lng: (box[0] + box[2]) / 2, lat: (box[1] + box[3]) / 2 };
    // The first country consists of its parts: only a row without parts is found by a point in it.
    const byPoint = form === 'point' && id !== 100;
    const point = { lng: centre.lng + by, lat: centre.lat - by };
    const { lng, lat } = form === 'row' || (form === 'point' && !byPoint) ? centre : point;
    const hasPoint = byPoint || form === 'both';
    return {
      input: { ...(byPoint ? {} : { grid_id: id }), ...(hasPoint ? point : {}), label: words },
      entry: {
        grid_id: String(id),
        lng: String(lng),
        lat: String(lat),
        source: 'user',
        level: id === country ? 'admin0' : 'admin1',
        label: words || (hasPoint ? fullName : name),
      },
    };
  });

/** A number names an entry that is there. */
const entryId = fc.constantFrom<string | number | undefined>(undefined, undefined, '44', 45, 0, 1);

/** Writes of places with points; the field beside gets their rows. */
export function points(gridKey: string): ModelPlans {
  const planned = fc.array(fc.tuple(entryId, content, fc.boolean()), { maxLength: 3 });
  return fc.tuple(planned, flag).map(([plans, [isForced, force]]) => (read) => {
    const written = plans.map(([named, each, removes]): Written => {
      const known = pointsOf(read)[Number(named)]?.grid_meta_id;
      const id = named === 0 || named === 1 ? known : named?.toString();
      return removes && id !== undefined
        ? { id, entry: undefined, input: { grid_meta_id: id, delete: true } }
        : {
            id,
            entry: { ...each.entry, grid_meta_id: id ?? Symbol('made up') },
            input: { ...each.input, grid_meta_id: id },
          };
    });
    return {
      input: { values: written.map(({ input }) => input), force_values: force },
      next: (before) => pointsAfter(pointsOf(before), written, isForced),
      kept: (before) => pointsAfter(pointsOf(before), keptOf(pointsOf(before), written), false),
      beside: {
        key: gridKey,
        next(rows, { own, from, keeps }) {
          const changesNothing = keeps && keptOf(pointsOf(from), written).length === 0;
          return changesNothing
            ? rows
            : followed(rowsOf(rows), pointsOf(from), pointsOf(own), isForced && !keeps);
        },
      },
    };
  });
}

function pointsOf(read: unknown): readonly Point[] {
  return (read ?? []) as Point[];
}

function keptOf(before: readonly Point[], written: readonly Written[]): readonly Written[] {
  return written.filter(({ entry }) => !entry || !before.some((known) => known.label === entry.label));
}

function pointsAfter(before: readonly Point[], written: readonly Written[], force: boolean): unknown {
  let entries = force ? [] : [...before];
  for (const { id, entry } of written) {
    const place = id === undefined ? -1 : entries.findIndex((known) => known.grid_meta_id === id);
    if (!entry) entries = entries.filter((_known, index) => index !== place);
    else if (place >= 0) entries[place] = entry;
    else if (!entries.some((known) => isSamePoint(known, entry)))
      entries.push(listedAgain(entry, entries, before));
  }
  return entries.length === 0 ? undefined : entries;
}

/** What is listed once more, at the point of an entry that was there, keeps its id. */
function listedAgain(entry: Point, entries: readonly Point[], before: readonly Point[]): Point {
  const former = before.find((known) => isSamePoint(known, entry));
  const isTaken = entries.some((known) => known.grid_meta_id === former?.grid_meta_id);
  const names = before.some((known) => known.grid_meta_id === entry.grid_meta_id);
  return former && !isTaken && !names ? { ...entry, grid_meta_id: former.grid_meta_id } : entry;
}

function isSamePoint(one: Point, other: Point): boolean {
  return one.lng === other.lng && one.lat === other.lat;
}

/** The rows of new places are added and those of gone ones removed; with `force` there are no others. */
function followed(
  rows: readonly Row[],
  before: readonly Point[],
  after: readonly Point[],
  force: boolean,
): Row[] | undefined {
  const has = (points: readonly Point[], id: number) => points.some((point) => Number(point.grid_id) === id);
  const left = seededPlaces.filter(({ id }) => {
    if (force) return has(after, id);
    if (has(after, id) !== has(before, id)) return has(after, id);
    return rows.some((row) => row.id === id);
  });
  return left.length === 0 ? undefined : left.map(({ id, name }) => ({ id, label: name }));
}
