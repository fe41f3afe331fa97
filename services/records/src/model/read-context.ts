import type { LinkedRecords } from './linked-records.ts';
import type { PlaceNames } from './places.ts';
import type { UserNames } from './person.ts';
import type { Site } from './site.ts';

/** Ids of the users, records and location grid rows whose names a value needs. */
export interface ReadNames {
  readonly people: readonly number[];
  readonly records: readonly number[];
  readonly places: readonly number[];
}

/** The context of read shapes: names of what values refer to, looked up for a whole page at once. */
export interface ReadContext {
  readonly people: UserNames;
  readonly records: LinkedRecords;
  readonly places: PlaceNames;
  readonly site: Site;
  /** The record whose field is read; absent for notes. */
  readonly record?: { readonly id: number; readonly postType: string };
}
