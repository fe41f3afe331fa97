import type { LocationRow } from '@svc/contracts';
import { Deadline } from '@svc/service-kit';
import { LocationGrid } from '../grid/location-grid.ts';
import { locationOfRow } from '../grid/location-of-row.ts';
import { locationModel } from '../store/location-model.ts';
import type { RecordsHarness } from './records-harness.ts';

/** Stores rows of the location grid beside the operations. */
export async function seedPlaces(harness: RecordsHarness, rows: readonly LocationRow[]): Promise<void> {
  const { db } = harness.documents;
  await locationModel(db).insertMany(rows.map(locationOfRow));
  await new LocationGrid(db).changed(Deadline.after());
}
