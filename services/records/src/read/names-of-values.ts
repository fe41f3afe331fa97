import type { ReadNames } from '../model/read-context.ts';
import type { Field } from '../model/field.ts';

/** Whether read shapes of a field name anything, or an address that expires. A field that is unset never does. */
export function hasNames({ type }: Field): boolean {
  return Boolean(type.userIdsOf ?? type.recordsOf ?? type.placesOf ?? type.filesOf);
}

/** Collects what the read shapes of stored values name. */
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
