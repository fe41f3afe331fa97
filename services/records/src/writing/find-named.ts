import type { Call } from '@svc/service-kit';
import type { RecordsDeps } from '../deps.ts';
import type { Found, Lookup } from '../fields/field-type.ts';

/** Looks up everything that the fields of one write name, each kind in one question. */
export async function findNamed(
  call: Pick<Call, 'ask'>,
  deps: Pick<RecordsDeps, 'people'>,
  lookups: readonly Lookup[],
  postType: string,
): Promise<Found> {
  const users = await deps.people.resolve(call, {
    userIds: lookups.flatMap(({ userIds = [] }) => userIds),
    emails: lookups.flatMap(({ emails = [] }) => emails),
    postType,
  });
  return {
    users,
    records: { has: () => false, byTitle: () => undefined, byEmail: () => undefined },
    places: { get: () => undefined, at: () => undefined },
  };
}
