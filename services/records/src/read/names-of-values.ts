import type { ReadNames } from '../model/read-context.ts';
import type { Field } from '../model/field.ts';

/** Whether read shapes of a field contain names, or URLs that expire. An unset field never does. */
export function hasNames({ type: { read } }: Field): boolean {
  return Boolean(read.userIdsOf ?? read.recordsOf ?? read.placesOf ?? read.filesOf);
}

/** Collects the ids whose names read shapes need. */
export class NamesOfValues implements ReadNames {
  readonly people: number[] = [];
  readonly records: number[] = [];
  readonly places: number[] = [];

  add({ type: { read } }: Field, stored: unknown): void {
    if (stored === undefined) return;
    this.people.push(...(read.userIdsOf?.(stored) ?? []));
    this.records.push(...(read.recordsOf?.(stored) ?? []));
    this.places.push(...(read.placesOf?.(stored) ?? []));
  }
}
