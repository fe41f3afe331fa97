import type { Call } from '@svc/service-kit';
import { findLinked } from '../connections/find-linked.ts';
import type { RecordsDeps } from '../deps.ts';
import type { Field, ReadContext } from '../fields/field-type.ts';
import { storedValue, type RecordState } from './stored-value.ts';

/** What something to read names: users, records and rows of the location grid. */
export interface ReadNames {
  readonly people: readonly number[];
  readonly records: readonly number[];
  readonly places: readonly number[];
}

/** Everything that read shapes and notes need to know, each kind in one question. */
export async function readContext(
  call: Pick<Call, 'ask' | 'deadline'>,
  deps: RecordsDeps,
  names: ReadNames,
): Promise<ReadContext> {
  const [people, records, places] = await Promise.all([
    deps.people.names(call, names.people),
    findLinked(call, deps, names.records),
    deps.places.names(call.deadline, names.places),
  ]);
  return { people, records, places, site: deps.site };
}

/** What the read shapes of these records name. */
export function namesIn(states: readonly RecordState[], fields: readonly Field[]): ReadNames {
  const people: number[] = [];
  const records: number[] = [];
  const places: number[] = [];
  for (const field of fields) {
    const { type } = field;
    if (!type.peopleOf && !type.recordsOf && !type.placesOf) continue;
    for (const state of states) {
      const stored = storedValue(state, field);
      if (stored === undefined) continue;
      people.push(...(type.peopleOf?.(stored) ?? []));
      records.push(...(type.recordsOf?.(stored) ?? []));
      places.push(...(type.placesOf?.(stored) ?? []));
    }
  }
  return { people, records, places };
}
