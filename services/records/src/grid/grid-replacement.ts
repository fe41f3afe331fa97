import { setTimeout as delay } from 'node:timers/promises';
import type { Model } from 'mongoose';
import { builtInIds, builtInRows, isBuiltInId } from '@svc/location-grid';
import type { Call } from '@svc/service-kit';
import { isDuplicateKey } from '@svc/service-kit/store';
import { gridStateModel, type GridState, type LocationDocument } from '../store/location-model.ts';
import { readWithDeadline } from '../store/read-with-deadline.ts';
import type { GridParts } from './grid-places.ts';
import { anotherVersion, lookEvery } from './location-grid.ts';
import { locationOfRow } from './location-of-row.ts';

type Deadline = Call['deadline'];

/** Milliseconds until all instances use the new grid, and nearly all writes checked with the former one are stored. */
const untilFollowed = lookEvery + 500;
const builtIn = { _id: { $gte: builtInIds.first, $lte: builtInIds.last } };

/** Until `finishReplacement`, only the built-in grid is offered; an installation without it is marked as having another grid. */
export async function beginReplacement(deadline: Deadline, { grid, locations }: GridParts): Promise<void> {
  const givesWay = { filter: { builtIn: { $in: ['coming', 'there'] } }, upsert: false };
  await setBuiltIn(deadline, locations, 'giving way', givesWay);
  try {
    await setBuiltIn(deadline, locations, 'replaced', {
      filter: { builtIn: { $exists: false } },
      upsert: true,
    });
  } catch (error) {
    // The state of the built-in grid is stored already.
    if (!isDuplicateKey(error)) throw error;
  }
  grid.follow();
}

/**
 * Offers the imported grid instead of the built-in one, and removes the built-in rows that are not in use. `named` returns the rows of any
 * grid that are in use; the rows that contain them stay too. It is called again to find uses written while the rows were removed.
 */
export async function finishReplacement(
  deadline: Deadline,
  { grid, locations }: GridParts,
  named: () => Promise<readonly number[]>,
): Promise<{ readonly removed: number; readonly kept: number }> {
  await setBuiltIn(deadline, locations, 'replaced', { filter: {}, upsert: true });
  grid.follow();
  // After this delay, no instance accepts a built-in row for a new value.
  await delay(Math.min(untilFollowed, deadline.remaining));
  const lineagesOf = (among: { _id: object }) =>
    readWithDeadline(deadline, (maxTimeMS) => locations.distinct('lineage', among, { maxTimeMS }));
  const keep = await lineagesOf({ _id: { $in: [...(await named())] } });
  const below = await lineagesOf({ _id: { $not: builtIn._id } });
  const { deletedCount } = await readWithDeadline(deadline, (maxTimeMS) =>
    locations.deleteMany({ _id: { ...builtIn._id, $nin: [...keep, ...below] } }, { maxTimeMS }),
  );
  const known = new Set(keep);
  const late = (await named()).filter((gridId) => !known.has(gridId));
  const putBack = await putBackRows(deadline, locations, late);
  await grid.changed(deadline);
  const kept = await readWithDeadline(deadline, (maxTimeMS) =>
    locations.countDocuments(builtIn, { maxTimeMS }),
  );
  return { removed: deletedCount - putBack, kept };
}

function setBuiltIn(
  deadline: Deadline,
  locations: Model<LocationDocument>,
  builtIn: GridState['builtIn'],
  { filter, upsert }: { filter: object; upsert: boolean },
) {
  const update = { $set: { builtIn, version: anotherVersion() } };
  return readWithDeadline(deadline, (maxTimeMS) =>
    gridStateModel(locations.db).updateOne({ _id: 'grid', ...filter }, update, { upsert, maxTimeMS }),
  );
}

/** Stores the built-in rows among these again, with the rows that contain them; returns how many were missing. */
async function putBackRows(
  deadline: Deadline,
  locations: Model<LocationDocument>,
  gridIds: readonly number[],
): Promise<number> {
  const wanted = new Set(gridIds.filter(isBuiltInId));
  if (wanted.size === 0) return 0;
  const rows = builtInRows().map(locationOfRow);
  const lineages = new Set(rows.flatMap(({ _id, lineage }) => (wanted.has(_id) ? lineage : [])));
  const writes = rows.flatMap(({ _id, ...$setOnInsert }) =>
    lineages.has(_id) ? [{ updateOne: { filter: { _id }, update: { $setOnInsert }, upsert: true } }] : [],
  );
  if (writes.length === 0) return 0;
  const { upsertedCount } = await readWithDeadline(deadline, (maxTimeMS) =>
    locations.bulkWrite(writes, { ordered: false, maxTimeMS }),
  );
  return upsertedCount;
}
