import type { Call } from '@svc/service-kit';
import type { RecordsDeps } from '../deps.ts';
import type { Lookup } from '../fields/field-type.ts';
import type { ResolvedUsers } from '../people/people.ts';
import { sortText } from '../fields/sort-text.ts';
import { readInTime } from '../store/read-in-time.ts';
import type { RecordDocument } from '../store/record-document.ts';
import type { NamedRecords } from './linked-records.ts';

type RecordLookup = NonNullable<Lookup['records']>;
type Named = Pick<RecordDocument, '_id' | 'postType' | 'name' | 'fields'>;

/** The records that a write names by id, by exact title or by the e-mail of the user they stand for: one query for all. */
export async function findNamedRecords(
  call: Pick<Call, 'deadline'>,
  deps: Pick<RecordsDeps, 'records'>,
  wanted: { lookups: readonly RecordLookup[]; users: ResolvedUsers },
): Promise<NamedRecords> {
  const emails = new Set(wanted.lookups.flatMap((lookup) => lookup.emails.map(sameCase)));
  const users = wanted.users.filter(({ email }) => emails.has(sameCase(email)));
  const conditions = [
    ...wanted.lookups.flatMap(conditionsOf),
    ...(users.length > 0
      ? [{ postType: 'contacts', 'fields.corresponds_to_user': { $in: users.map(({ id }) => id) } }]
      : []),
  ];
  const found = conditions.length === 0 ? [] : await findAll(call, deps, conditions);
  const types = new Map(found.map(({ _id, postType }) => [_id, postType]));
  return {
    has: (postType, id) => types.get(id) === postType,
    byTitle: (postType, title) =>
      found.find((record) => record.postType === postType && record.name === title)?._id,
    byEmail(email) {
      const user = users.find((candidate) => sameCase(candidate.email) === sameCase(email));
      return user && found.find((record) => record.fields?.['corresponds_to_user'] === user.id)?._id;
    },
  };
}

function conditionsOf({ postType, ids, titles, emails }: RecordLookup): Record<string, unknown>[] {
  // A title may look like an e-mail.
  const names = [...new Set([...titles, ...emails])];
  return [
    ...(ids.length > 0 ? [{ postType, _id: { $in: [...new Set(ids)] } }] : []),
    ...(names.length > 0
      ? [{ postType, 'sort.name': { $in: names.map((name) => sortText(name) ?? '') }, name: { $in: names } }]
      : []),
  ];
}

function findAll(
  call: Pick<Call, 'deadline'>,
  deps: Pick<RecordsDeps, 'records'>,
  conditions: readonly Record<string, unknown>[],
): Promise<Named[]> {
  const shown = { postType: 1, name: 1, 'fields.corresponds_to_user': 1 };
  return readInTime(call.deadline, (maxTimeMS) =>
    deps.records
      .find({ $or: [...conditions] }, shown)
      .sort({ _id: 1 })
      .maxTimeMS(maxTimeMS)
      .lean<Named[]>(),
  );
}

function sameCase(email: string): string {
  return email.trim().toLowerCase();
}
