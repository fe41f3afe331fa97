import type { Call } from '@svc/service-kit';
import type { RecordsDeps } from '../deps.ts';
import type { Lookup } from '../fields/field-type.ts';
import type { ResolvedUsers } from '../people/people.ts';
import { sortText } from '../fields/sort-text.ts';
import { readInTime } from '../store/read-in-time.ts';
import type { RecordDocument } from '../store/record-document.ts';
import type { NamedRecords } from './linked-records.ts';

type RecordLookup = NonNullable<Lookup['records']>;
type Named = Pick<RecordDocument, '_id' | 'postType' | 'fields'>;

interface Titled {
  readonly _id: { readonly postType: string; readonly name: string };
  readonly id: number;
}

/** The records that a write names by id, by exact title or by the e-mail of the user they stand for: two queries for all. */
export async function findNamedRecords(
  call: Pick<Call, 'deadline'>,
  deps: Pick<RecordsDeps, 'records'>,
  wanted: { lookups: readonly RecordLookup[]; users: ResolvedUsers },
): Promise<NamedRecords> {
  const emails = new Set(wanted.lookups.flatMap((lookup) => lookup.emails.map(sameCase)));
  const users = wanted.users.filter(({ email }) => emails.has(sameCase(email)));
  const [found, titled] = await Promise.all([
    findByIdOrUser(call, deps, { lookups: wanted.lookups, users }),
    findByTitle(call, deps, wanted.lookups),
  ]);
  const types = new Map(found.map(({ _id, postType }) => [_id, postType]));
  return {
    has: (postType, id) => types.get(id) === postType,
    byTitle: (postType, title) => titled.get(titleKey(postType, title)),
    byEmail(email) {
      const user = users.find((candidate) => sameCase(candidate.email) === sameCase(email));
      return user && found.find((record) => record.fields?.['corresponds_to_user'] === user.id)?._id;
    },
  };
}

async function findByIdOrUser(
  call: Pick<Call, 'deadline'>,
  deps: Pick<RecordsDeps, 'records'>,
  { lookups, users }: { lookups: readonly RecordLookup[]; users: ResolvedUsers },
): Promise<Named[]> {
  const userIds = users.map(({ id }) => id);
  const conditions = [
    ...lookups
      .filter(({ ids }) => ids.length > 0)
      .map(({ postType, ids }) => ({ postType, _id: { $in: [...new Set(ids)] } })),
    ...(userIds.length > 0 ? [{ postType: 'contacts', 'fields.corresponds_to_user': { $in: userIds } }] : []),
  ];
  if (conditions.length === 0) return [];
  const shown = { postType: 1, 'fields.corresponds_to_user': 1 };
  return readInTime(call.deadline, (maxTimeMS) =>
    deps.records.find({ $or: conditions }, shown).sort({ _id: 1 }).maxTimeMS(maxTimeMS).lean<Named[]>(),
  );
}

/** The oldest record of each title. How many have it does not matter: the database picks. */
async function findByTitle(
  call: Pick<Call, 'deadline'>,
  deps: Pick<RecordsDeps, 'records'>,
  lookups: readonly RecordLookup[],
): Promise<ReadonlyMap<string, number>> {
  const conditions = lookups.flatMap(({ postType, titles, emails }) => {
    // A title may look like an e-mail.
    const names = [...new Set([...titles, ...emails])];
    const sorted = names.map((name) => sortText(name) ?? '');
    return names.length > 0 ? [{ postType, 'sort.name': { $in: sorted }, name: { $in: names } }] : [];
  });
  if (conditions.length === 0) return new Map();
  const oldest = { _id: { postType: '$postType', name: '$name' }, id: { $min: '$_id' } };
  const found = await readInTime(call.deadline, (maxTimeMS) =>
    deps.records
      .aggregate<Titled>([{ $match: { $or: conditions } }, { $group: oldest }])
      .option({ maxTimeMS })
      .exec(),
  );
  return new Map(found.map(({ _id, id }) => [titleKey(_id.postType, _id.name), id]));
}

function titleKey(postType: string, title: string): string {
  return `${postType}\n${title}`;
}

function sameCase(email: string): string {
  return email.trim().toLowerCase();
}
