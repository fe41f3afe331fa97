import type { Call } from '@svc/service-kit';
import { findLinked, type LinkedDocuments, type NamesCall } from '../connections/find-linked.ts';
import type { RecordsDeps } from '../deps.ts';
import type { Field, ReadContext } from '../fields/field-type.ts';

/** What something to read names: users, records and rows of the location grid. */
export interface ReadNames {
  readonly people: readonly number[];
  readonly records: readonly number[];
  /** All that are there of these records, where they have been read. */
  readonly linked?: LinkedDocuments | undefined;
  readonly places: readonly number[];
}

/** Everything that read shapes and notes need to know, each kind in one question. */
export async function readContext(
  call: Pick<Call, 'ask'> & NamesCall,
  deps: RecordsDeps,
  names: ReadNames,
): Promise<ReadContext> {
  const [people, records, places] = await Promise.all([
    deps.people.names(call, names.people),
    findLinked(call, deps, names),
    deps.places.names(call.deadline, names.places),
  ]);
  return { people, records, places, site: deps.site };
}

/** Whether read shapes of a field name anything. A field that is unset never does. */
export function hasNames({ type }: Field): boolean {
  return Boolean(type.peopleOf ?? type.recordsOf ?? type.placesOf);
}

/** Collects what the read shapes of stored values name. */
export class NamesOfValues implements ReadNames {
  readonly people: number[] = [];
  readonly records: number[] = [];
  readonly places: number[] = [];

  add({ type }: Field, stored: unknown): void {
    if (stored === undefined) return;
    this.people.push(...(type.peopleOf?.(stored) ?? []));
    this.records.push(...(type.recordsOf?.(stored) ?? []));
    this.places.push(...(type.placesOf?.(stored) ?? []));
  }
}
