import type { ReadNames } from '../model/read-context.ts';
import type { Field } from '../model/field.ts';

/** Whether read shapes of a field contain names, or URLs that expire. An unset field never does. */
export function hasNames({ type }: Field): boolean {
  return Boolean(type.userIdsOf ?? type.recordsOf ?? type.placesOf ?? type.filesOf);
}

/** Collects the ids whose names read shapes need. */
export class NamesOfValues implements ReadNames {
  readonly people: number[] = [];
  readonly records: number[] = [];
  readonly places: number[] = [];

  add({ type }: Field, stored: unknown): void {
    if (stored === undefined) return;
    this.people.push(...(type.userIdsOf?.(stored) ?? []));
    this.records.push(...(type.recordsOf?.(stored) ?? []));
    this.places.push(...(type.placesOf?.(stored) ?? []));
  }
}
