import type { Call } from '@svc/service-kit';
import { accessTo } from '../access/record-access.ts';
import type { ListDeps } from './plan/list-deps.ts';
import type { PostType } from '../model/post-type.ts';
import { readLean, type ReadCall } from '../store/read-with-deadline.ts';
import type { RecordVersion } from '../model/record.ts';
import type { FoundPage } from './find-page.ts';

type RecentCall = ReadCall & Pick<Call, 'actor'>;
type Deps = Pick<ListDeps, 'records' | 'recent' | 'hooks'>;

/** The records of `findRecent` as a page. */
export async function recentPage(call: RecentCall, deps: Deps, postType: PostType): Promise<FoundPage> {
  const records = await findRecent(call, deps, postType);
  return { records, total: records.length, end: undefined };
}

/** The records that the caller last opened, created or commented on, the latest first, if they may still view them. */
export async function findRecent(
  call: RecentCall,
  deps: Deps,
  type: PostType,
): Promise<readonly RecordVersion[]> {
  const { userId } = call.actor;
  const { key: postType } = type;
  const { viewed } = await deps.recent.read(call.deadline, { userId, postType });
  if (viewed.length === 0) return [];
  const access = accessTo(call, deps, type, 'view');
  const filter = { $and: [{ _id: { $in: viewed }, postType }, access.filter] };
  const query = deps.records.find(filter, { version: 1, ...access.paths });
  const found = await readLean<RecordVersion[]>(call, query);
  const byId = new Map((await access.among(found)).map((record) => [record._id, record]));
  return viewed.flatMap((id) => byId.get(id) ?? []);
}
