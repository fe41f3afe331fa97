import type { PipelineStage } from 'mongoose';
import type { Call } from '@svc/service-kit';
import type { PickAccess } from '../access/pick-access.ts';
import type { Collections } from '../store/collections.ts';
import type { RecordReference } from '../model/field-type/write.ts';
import { sortText } from '../fields/shared/sort-text.ts';
import type { PostType } from '../model/post-type.ts';
import type { ResolvedUsers } from '../model/person.ts';
import { readLean, readWithDeadline } from '../store/read-with-deadline.ts';
import type { RecordDocument } from '../model/record.ts';
import type { NamedRecords } from '../model/linked-records.ts';

/** References of a write to other records, and which records they may resolve to. */
export interface NamedBy {
  readonly lookups: readonly RecordReference[];
  /** The users found for the e-mails in the references. */
  readonly users: ResolvedUsers;
  /** The type whose records stand for users. */
  readonly usersType?: Pick<PostType, 'key' | 'userField'> | undefined;
  /** Which records of a type may be picked. */
  access(postType: string): PickAccess;
}

type FindCall = Pick<Call, 'deadline'>;
type Deps = Pick<Collections, 'records'>;
type Named = Pick<RecordDocument, '_id' | 'postType' | 'name' | 'fields'>;
type Condition = Readonly<Record<string, unknown>>;

/** Records read for each title, oldest first. Where extensions judge records, the oldest may not be the first that may be picked. */
const maxWithTitle = 20;

const namedPaths = { postType: 1, name: 1 } as const;

/**
 * Finds, with two queries, the records that a write names by id, by exact title or by the e-mail of the user they stand for. A record must
 * be one that the caller may pick, or for titles and e-mails one that is connected already.
 */
export async function findNamedRecords(call: FindCall, deps: Deps, named: NamedBy): Promise<NamedRecords> {
  const emails = new Set(named.lookups.flatMap((lookup) => lookup.emails.map(sameCase)));
  const users = named.users.filter(({ email }) => emails.has(sameCase(email)));
  const [found, titled] = await Promise.all([
    findByIdOrUser(call, deps, { ...named, users }),
    findByTitle(call, deps, named),
  ]);
  const picked = await pickedAmong([...found, ...titled], named);
  const mayName = ({ _id }: Named, connected: readonly number[]) =>
    picked.has(_id) || connected.includes(_id);
  return {
    has: (postType, id) => picked.get(id) === postType,
    byTitle: (title, { postType, connected }) =>
      titled.find((each) => each.postType === postType && each.name === title && mayName(each, connected))
        ?._id,
    byEmail(email, { connected }) {
      const user = users.find((candidate) => sameCase(candidate.email) === sameCase(email));
      const standsFor = ({ fields }: Named) => fields?.[named.usersType?.userField ?? ''] === user?.id;
      return user && found.find((each) => standsFor(each) && mayName(each, connected))?._id;
    },
  };
}

/** The post types of the records that may be picked, by id. */
async function pickedAmong(
  records: readonly Named[],
  { access }: Pick<NamedBy, 'access'>,
): Promise<ReadonlyMap<number, string>> {
  const ofTypes = [...Map.groupBy(records, ({ postType }) => postType)];
  const picked = await Promise.all(ofTypes.map(([postType, all]) => access(postType).among(all)));
  return new Map(picked.flat().map(({ _id, postType }) => [_id, postType]));
}

async function findByIdOrUser(
  call: FindCall,
  deps: Deps,
  { lookups, users, access, usersType }: NamedBy,
): Promise<Named[]> {
  const conditions = lookups
    .filter(({ ids }) => ids.length > 0)
    .map(({ postType, ids }): Condition => ({
      $and: [{ postType, _id: { $in: [...new Set(ids)] } }, access(postType).filter],
    }));
  const userPath = usersType && `fields.${usersType.userField}`;
  if (users.length > 0 && userPath) {
    const standing = { [userPath]: { $in: users.map(({ id }) => id) } };
    const { key: postType } = usersType;
    conditions.push({ postType, ...standing, ...mayBeNamed(postType, { lookups, access }) });
  }
  if (conditions.length === 0) return [];
  const paths = { ...readPaths({ lookups, access }), ...(userPath && { [userPath]: 1 }) };
  return readLean<Named[]>(call, deps.records.find({ $or: conditions }, paths).sort({ _id: 1 }));
}

/** The oldest records of each title, by id. The database selects them, however many records share a title. */
async function findByTitle(call: FindCall, deps: Deps, { lookups, access }: NamedBy): Promise<Named[]> {
  const conditions = lookups.flatMap(({ postType, titles, emails }) => {
    // A title may look like an e-mail.
    const names = [...new Set([...titles, ...emails])];
    const sorted = names.map((name) => sortText(name) ?? '');
    const isTitled = { postType, 'sort.name': { $in: sorted }, name: { $in: names } };
    return names.length > 0 ? [{ ...isTitled, ...mayBeNamed(postType, { lookups, access }) }] : [];
  });
  if (conditions.length === 0) return [];
  const oldest = { $topN: { n: maxWithTitle, sortBy: { _id: 1 }, output: '$$ROOT' } };
  const stages = [
    { $match: { $or: conditions } },
    { $project: readPaths({ lookups, access }) },
    { $group: { _id: { postType: '$postType', name: '$name' }, oldest } },
    { $unwind: '$oldest' },
    { $replaceRoot: { newRoot: '$oldest' } },
    { $sort: { _id: 1 } },
  ] as PipelineStage[];
  return readWithDeadline(call.deadline, (maxTimeMS) =>
    deps.records.aggregate<Named>(stages).option({ maxTimeMS }).exec(),
  );
}

/** The condition on records named by title or e-mail: the caller may pick them, or they are connected already. */
function mayBeNamed(postType: string, { lookups, access }: Pick<NamedBy, 'lookups' | 'access'>): Condition {
  const connected = lookups.flatMap((lookup) => lookup.connected);
  return { $or: [access(postType).filter, { _id: { $in: connected } }] };
}

function readPaths({ lookups, access }: Pick<NamedBy, 'lookups' | 'access'>) {
  const judged = lookups.map(({ postType }) => access(postType).paths);
  return Object.assign({}, namedPaths, ...judged) as Readonly<Record<string, 1>>;
}

function sameCase(email: string): string {
  return email.trim().toLowerCase();
}
