import type { LinkedRecords } from './linked-records.ts';
import type { PlaceNames } from './places.ts';
import type { UserNames } from './person.ts';
import type { Site } from './site.ts';

/** As much of a record as connections to it show, as small as it can be kept. */
export interface LinkedDocument {
  readonly id: number;
  readonly postType: string;
  readonly name: string;
  /** Unix milliseconds. */
  readonly createdAt: number;
  /** What its status field holds. */
  readonly status: string | undefined;
}

/** Such records by their ids; one that is gone is not among them. */
export type LinkedDocuments = ReadonlyMap<number, LinkedDocument>;

/** What something to read names: users, records and rows of the location grid. */
export interface ReadNames {
  readonly people: readonly number[];
  readonly records: readonly number[];
  readonly places: readonly number[];
}

/** What read shapes are made with: names of what values point at, looked up for a whole page at once. */
export interface ReadContext {
  readonly people: UserNames;
  readonly records: LinkedRecords;
  readonly places: PlaceNames;
  readonly site: Site;
  /** The record whose field is read; not there for notes. */
  readonly record?: { readonly id: number; readonly postType: string };
}
