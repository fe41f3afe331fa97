import type { Call } from '@svc/service-kit';
import { pickAccess, pickAll } from '../access/pick-access.ts';
import { findNamedRecords } from '../connections/find-named-records.ts';
import type { ReadDeps } from '../read/read-deps.ts';
import type { Found, Lookup } from '../model/field.ts';

/** What looking up what a write names takes. */
export type NamingDeps = Pick<ReadDeps, 'people' | 'records' | 'places' | 'hooks'>;

/** Looks up everything that the fields of one write name, each kind in one question. */
export async function findNamed(
  call: Pick<Call, 'actor' | 'ask' | 'deadline'>,
  deps: NamingDeps,
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
  const [picked, added] = await Promise.all([
    findNamedRecords(call, deps, {
      lookups: records.filter(({ isAdded }) => !isAdded),
      users,
      access: (key) => pickAccess(call, deps, { key }),
    }),
    findNamedRecords(call, deps, {
      lookups: records.filter(({ isAdded }) => isAdded),
      users,
      access: () => pickAll,
    }),
  ]);
  return { users, places, records: { picked, added } };
}
