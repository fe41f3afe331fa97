import type { Subscription } from '@svc/contracts';
import { isGranted, type Granted } from '../access/grant.ts';
import { listAccess } from '../access/list-access.ts';
import { accessTo, judgedPaths } from '../access/record-access.ts';
import { askedList, askedQuery, listedType } from '../lists/asked-list.ts';
import { visibleTo } from '../lists/plan/find-by.ts';
import type { ListDeps } from '../lists/plan/list-deps.ts';
import type { ListCall } from '../lists/plan/visible-list.ts';
import type { Condition } from '../model/filter.ts';
import type { PostType } from '../model/post-type.ts';
import type { RecordDocument } from '../model/record.ts';
import { filterKeys } from '../query/filter-keys.ts';
import { parseListQuery } from '../query/parse-list-query.ts';
import type { SentQuery } from '../query/reference-dialect.ts';
import { readLean } from '../store/read-with-deadline.ts';

/** The paths of a record that decide who may see it. */
export const viewedPaths = { ...judgedPaths, postType: 1 } as const;

/** A record as far as it decides who may see it. */
export type ViewedRecord = Granted & Pick<RecordDocument, '_id' | 'postType'>;

/** The records of a subscription that one reader may see. */
export interface View {
  /** Whether the reader may see a record in this state, whatever their query. */
  readonly allows: (record: ViewedRecord) => Promise<boolean>;
  /** The ids of the records that the reader may see and that match the subscription. */
  readonly among: (records: readonly ViewedRecord[]) => Promise<ReadonlySet<number>>;
  /** Whether a change of these fields may have decided that a record no longer matches. */
  readonly dependsOn: (changed: readonly string[]) => boolean;
}

/**
 * The records of a subscription that a caller may see: by the rules of lists, or for a single record by those of reading it.
 * @throws ServiceError like a list of the type with this query.
 */
export async function viewOf(call: ListCall, deps: ListDeps, subscription: Subscription): Promise<View> {
  const { post_type: key, id, query, dialect } = subscription;
  if (id !== undefined) return wholeView(accessTo(call, deps, deps.postTypes.get(key), 'view').allows);
  const postType = listedType(call.actor, deps.postTypes, key);
  if (query) return queriedView(call, deps, postType, { query, ...(dialect && { dialect }) });
  const { grants, conditions } = await listAccess(call, deps, postType);
  return conditions
    ? queriedView(call, deps, postType, { query: {} })
    : wholeView(async (record) => isGranted(grants, record));
}

/** The view of a reader without a query. */
function wholeView(allows: View['allows']): View {
  return { allows, among: (records) => idsWhere(records, allows), dependsOn: () => false };
}

async function idsWhere(
  records: readonly ViewedRecord[],
  holds: View['allows'],
): Promise<ReadonlySet<number>> {
  const answers = await Promise.all(records.map(holds));
  return new Set(records.filter((_record, index) => answers[index]).map(({ _id }) => _id));
}

async function queriedView(
  call: ListCall,
  deps: ListDeps,
  postType: PostType,
  sent: SentQuery,
): Promise<View> {
  const keys = filterKeys(parseListQuery(await askedQuery(call, deps, postType, sent), postType));
  const [{ grants }, { grants: listed, found }] = await Promise.all([
    listAccess(call, deps, postType),
    askedList(call, deps, postType, sent),
  ]);
  const condition = visibleTo(listed, found);
  return {
    allows: async (record) => isGranted(grants, record),
    among: (records) => idsMeeting(call, deps, condition, records),
    dependsOn: (changed) => !keys || changed.some((key) => keys.has(key)),
  };
}

async function idsMeeting(
  call: ListCall,
  deps: Pick<ListDeps, 'records'>,
  condition: Condition,
  records: readonly ViewedRecord[],
): Promise<ReadonlySet<number>> {
  const ids = records.map(({ _id }) => _id);
  const query = deps.records.find({ $and: [{ _id: { $in: ids } }, condition] }, { _id: 1 });
  const found = ids.length > 0 ? await readLean<{ _id: number }[]>(call, query) : [];
  return new Set(found.map(({ _id }) => _id));
}
