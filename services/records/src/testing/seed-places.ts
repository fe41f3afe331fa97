import type { LocationRow } from '@svc/contracts';
import { Deadline } from '@svc/service-kit';
import { LocationGrid } from '../grid/location-grid.ts';
import { locationOfRow } from '../grid/location-of-row.ts';
import { locationModel } from '../store/location-model.ts';
import type { RecordsBed } from './records-bed.ts';

/** Stores rows of the location grid beside the operations. */
export async function seedPlaces(bed: RecordsBed, rows: readonly LocationRow[]): Promise<void> {
  const { db } = bed.documents;
  await locationModel(db).insertMany(rows.map(locationOfRow));
  await new LocationGrid(db).changed(Deadline.after());
}
