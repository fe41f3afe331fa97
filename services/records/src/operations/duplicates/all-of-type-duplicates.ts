import { can, recordsAllOfTypeDuplicates, ServiceError, type InputOf } from '@svc/contracts';
import { defineHandler, type Call } from '@svc/service-kit';
import { grantsOf } from '../../access/grants-of.ts';
import type { DuplicateDeps } from '../../duplicates/duplicate-deps.ts';
import type { ListDeps } from '../../lists/plan/list-deps.ts';
import { duplicateOfKey } from '../../duplicates/own-values.ts';
import { PossibleDuplicates } from '../../duplicates/possible-duplicates.ts';
import { visibleTo } from '../../lists/plan/find-by.ts';
import { visibleList } from '../../lists/plan/visible-list.ts';
import { withoutOptions, type PostType } from '../../model/post-type.ts';
import { readLean } from '../../store/read-with-deadline.ts';
import type { RecordDocument } from '../../model/record.ts';

type ScanDeps = DuplicateDeps & ListDeps;
type ScanCall = Call<InputOf<typeof recordsAllOfTypeDuplicates>>;

const everything = { filters: { kind: 'all', of: [] }, search: undefined, mapBounds: undefined } as const;

/** Maximum number of records examined in one request, and of older duplicates listed for each. */
const maxAtOnce = { scanned: 50, matches: 10 } as const;

/**
 * Searches a part of all records of a type, newest first, for duplicates among older records, so that each pair is found once. `limit` is
 * the number of records searched before: `scanned` of the previous answer.
 */
export const allOfTypeDuplicates = defineHandler(
  recordsAllOfTypeDuplicates,
  async (call: ScanCall, deps: ScanDeps) => {
    const postType = deps.postTypes.get(call.input.post_type);
    refuseWithoutOverview(call, postType);
    const { limit: before = 0 } = call.input;
    const records = await nextRecords(call, deps, postType, before);
    const possible = new PossibleDuplicates(call, deps);
    const found = await Promise.all(
      records.map(async (record) => {
        const only = { _id: { $lt: record._id } };
        const alike = await possible.of({ postType, record, only, limit: maxAtOnce.matches });
        return { record, alike };
      }),
    );
    const matched = found.filter(({ alike }) => alike.length > 0);
    const ids = matched.flatMap(({ alike }) => alike.map(({ id }) => id));
    const query = deps.records.find({ _id: { $in: ids } }, { name: 1 });
    const named = await readLean<Pick<RecordDocument, '_id' | 'name'>[]>(call, query);
    const names = new Map(named.map(({ _id, name }) => [_id, name]));
    return possible.answer({
      posts_with_matches: matched.map(({ record, alike }) => ({
        ID: record._id,
        name: record.name,
        duplicates: alike.map(({ id, ...found }) => ({ ID: id, name: names.get(id) ?? '', ...found })),
      })),
      scanned: before + records.length,
    });
  },
);

/** Only callers who see all records of the type may search them all. */
function refuseWithoutOverview({ actor }: ScanCall, postType: PostType): void {
  const sees = grantsOf(actor, 'list', postType).some(({ shared_with: userId }) => userId === undefined);
  if (sees && can(actor, `access_${postType.key}`)) return;
  throw new ServiceError('search_viewable_post', 'You do not have access to these', { status: 403 });
}

/** The next visible records, without those that were merged into others. */
async function nextRecords(
  call: ScanCall,
  deps: ScanDeps,
  postType: PostType,
  before: number,
): Promise<RecordDocument[]> {
  const unmerged = { [`fields.${duplicateOfKey}`]: { $in: [null, ''] } };
  const offered = withoutOptions(postType.duplicates.never_offered);
  const { grants, found } = await visibleList(call, deps, postType, everything);
  return readLean(
    call,
    deps.records
      .find({ postType: postType.key, $and: [visibleTo(grants, found), unmerged, offered] })
      .sort({ _id: -1 })
      .skip(before)
      .limit(maxAtOnce.scanned),
  );
}
