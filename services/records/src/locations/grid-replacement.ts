import { mongo, type Model } from 'mongoose';
import { builtInIds } from '@svc/location-grid';
import type { Call } from '@svc/service-kit';
import { gridStateModel, type GridState, type LocationDocument } from '../store/location-model.ts';
import { readInTime } from '../store/read-in-time.ts';
import { anotherVersion, type LocationGrid } from './location-grid.ts';

type Deadline = Call['deadline'];

interface Parts {
  readonly grid: LocationGrid;
  readonly locations: Model<LocationDocument>;
}

const duplicateKey = 11_000;
const builtIn = { _id: { $gte: builtInIds.first, $lte: builtInIds.last } };

/** From here on the built-in grid is offered alone, until `finishReplacement`; where there is none, nothing has to give way. */
export async function beginReplacement(deadline: Deadline, { grid, locations }: Parts): Promise<void> {
  const states = gridStateModel(locations.db);
  const set = (filter: object, state: GridState['builtIn'], upsert: boolean) =>
    readInTime(deadline, (maxTimeMS) =>
      states.updateOne(
        { _id: 'grid', ...filter },
        { $set: { builtIn: state, version: anotherVersion() } },
        { upsert, maxTimeMS },
      ),
    );
  await set({ builtIn: { $in: ['coming', 'there'] } }, 'giving way', false);
  try {
    await set({ builtIn: { $exists: false } }, 'replaced', true);
  } catch (error) {
    // It is known already what becomes of the built-in grid.
    if (!(error instanceof mongo.MongoServerError && error.code === duplicateKey)) throw error;
  }
  grid.lookAgain();
}

/**
 * Offers the imported grid in place of the built-in one, and removes the rows of the latter that nobody names. `named` are the rows that
 * somebody does, of any grid; what they lie in stays too.
 */
export async function finishReplacement(
  deadline: Deadline,
  { grid, locations }: Parts,
  named: () => Promise<readonly number[]>,
): Promise<{ readonly removed: number; readonly kept: number }> {
  const states = gridStateModel(locations.db);
  await readInTime(deadline, (maxTimeMS) =>
    states.updateOne({ _id: 'grid' }, { $set: { builtIn: 'replaced' } }, { upsert: true, maxTimeMS }),
  );
  await grid.changed(deadline);
  // Asked for only now: from here on no point is found in a built-in row any more.
  const among = { _id: { $in: [...(await named())] } };
  const [keep, below] = await readInTime(deadline, (maxTimeMS) =>
    Promise.all([
      locations.distinct('lineage', among).maxTimeMS(maxTimeMS),
      locations.distinct('lineage', { _id: { $not: builtIn._id } }).maxTimeMS(maxTimeMS),
    ]),
  );
  const { deletedCount: removed } = await readInTime(deadline, (maxTimeMS) =>
    locations.deleteMany({ _id: { ...builtIn._id, $nin: [...keep, ...below] } }, { maxTimeMS }),
  );
  await grid.changed(deadline);
  const kept = await readInTime(deadline, (maxTimeMS) =>
    locations.countDocuments(builtIn).maxTimeMS(maxTimeMS),
  );
  return { removed, kept };
}
