import type { Call } from '@svc/service-kit';
import { findNamedRecords } from '../connections/find-named-records.ts';
import type { RecordsDeps } from '../deps.ts';
import type { Found, Lookup } from '../fields/field-type.ts';

/** Looks up everything that the fields of one write name, each kind in one question. */
export async function findNamed(
  call: Pick<Call, 'ask' | 'deadline'>,
  deps: Pick<RecordsDeps, 'people' | 'records' | 'places'>,
  lookups: readonly Lookup[],
  postType: string,
): Promise<Found> {
  const records = lookups.flatMap((lookup) => lookup.records ?? []);
  const [users, places] = await Promise.all([
    deps.people.resolve(call, {
      userIds: lookups.flatMap(({ userIds = [] }) => userIds),
      emails: [...lookups.flatMap(({ emails = [] }) => emails), ...records.flatMap(({ emails }) => emails)],
      postType,
    }),
    deps.places.named(call.deadline, {
      gridIds: lookups.flatMap(({ gridIds = [] }) => gridIds),
      points: lookups.flatMap(({ points = [] }) => points),
    }),
  ]);
  return { users, places, records: await findNamedRecords(call, deps, { lookups: records, users }) };
}
