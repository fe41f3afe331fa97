import { can, recordsAllOfTypeDuplicates, ServiceError, type InputOf, type OutputOf } from '@svc/contracts';
import { defineHandler, type Call } from '@svc/service-kit';
import { grantsOf } from '../../access/grants-of.ts';
import type { DuplicateDeps } from '../../duplicates/duplicate-deps.ts';
import { duplicateFieldsOf } from '../../duplicates/duplicate-fields.ts';
import { findEqualRecords, type EqualRecord } from '../../duplicates/find-equal-records.ts';
import { duplicateOfKey } from '../../duplicates/own-values.ts';
import type { ListDeps } from '../../lists/plan/list-deps.ts';
import { visibleTo } from '../../lists/plan/find-by.ts';
import { visibleList } from '../../lists/plan/visible-list.ts';
import type { Field } from '../../model/field.ts';
import { withoutOptions, type PostType } from '../../model/post-type.ts';
import type { RecordDocument } from '../../model/record.ts';
import { presentItems } from '../../read/present-page.ts';
import { readLean } from '../../store/read-with-deadline.ts';

type ScanDeps = DuplicateDeps & ListDeps;
type ScanCall = Call<InputOf<typeof recordsAllOfTypeDuplicates>>;
type ScannedRecord = OutputOf<typeof recordsAllOfTypeDuplicates>['posts_with_matches'][number];

const everything = { filters: { kind: 'all', of: [] }, search: undefined, mapBounds: undefined } as const;

/** Number of records examined in one request. */
const pageSize = 100;

/** The colour of a status whose option has none. */
const defaultColor = 'blue';

/**
 * Searches a part of all records of a type, newest first, for records with equal values. `limit` is the number of records searched
 * before: `scanned` of the previous answer.
 */
export const allOfTypeDuplicates = defineHandler(
  recordsAllOfTypeDuplicates,
  async (call: ScanCall, deps: ScanDeps) => {
    const postType = deps.postTypes.get(call.input.post_type);
    refuseWithoutOverview(call, postType);
    const { limit: before = 0 } = call.input;
    const records = await nextRecords(call, deps, postType, before);
    const keys = await duplicateFieldsOf(postType, deps, call.deadline);
    const equals = await Promise.all(
      records.map(async (record) => {
        const equal = await findEqualRecords(call, deps, { postType, record, keys });
        return [record._id, equal] as const;
      }),
    );
    const matches = new Map(equals.filter(([, equal]) => equal.length > 0));
    return {
      posts_with_matches: await presentMatches(call, deps, postType, matches),
      scanned: before + records.length,
      reached_the_end: records.length < pageSize,
    };
  },
);

/** Only callers who see all records of the type may search them all. */
function refuseWithoutOverview({ actor }: ScanCall, postType: PostType): void {
  const sees = grantsOf(actor, 'list', postType).some(({ shared_with: userId }) => userId === undefined);
  if (sees && can(actor, `access_${postType.key}`)) return;
  throw new ServiceError('search_viewable_post', 'You do not have access to these', { status: 403 });
}

/** The next visible records, without those that were merged into others and those that never take part in a merge. */
async function nextRecords(
  call: ScanCall,
  deps: ScanDeps,
  postType: PostType,
  before: number,
): Promise<RecordDocument[]> {
  const unmerged = { [`fields.${duplicateOfKey}`]: { $in: [null, ''] } };
  const { never_offered: neverOffered, never_updated: neverUpdated } = postType.duplicates;
  const merging = [withoutOptions(neverOffered), withoutOptions(neverUpdated)];
  const { grants, found } = await visibleList(call, deps, postType, everything);
  return readLean(
    call,
    deps.records
      .find({ postType: postType.key, $and: [visibleTo(grants, found), unmerged, ...merging] })
      .sort({ createdAt: -1, _id: -1 })
      .skip(before)
      .limit(pageSize),
  );
}

/** The records that have matches, with the matches by the label of their field. */
async function presentMatches(
  call: ScanCall,
  deps: ScanDeps,
  postType: PostType,
  matches: ReadonlyMap<number, readonly EqualRecord[]>,
): Promise<ScannedRecord[]> {
  const channels = [...postType.fields.values()].filter(({ type }) => type.settingsList === 'channels');
  const shown = [...channels, ...fieldsNamed(postType, ['last_modified', postType.statusField?.status_key])];
  const { items } = await presentItems(call, deps, { postType, ids: [...matches.keys()], shown });
  const byId = new Map(items.map((item) => [item['ID'] as number, item]));
  return [...matches].flatMap(([id, equal]) => {
    const item = byId.get(id);
    if (!item) return [];
    const { post_title: title, post_date: created, last_modified: modified } = item;
    return [
      {
        ID: id,
        post_title: title,
        post_date: created,
        last_modified: modified,
        ...statusIn(item, postType),
        info: channels.flatMap(({ key }) => item[key] ?? []),
        dups: byLabel(equal, postType),
      } as ScannedRecord,
    ];
  });
}

function fieldsNamed({ fields }: PostType, keys: readonly (string | undefined)[]): Field[] {
  return keys.flatMap((key) => fields.get(key ?? '') ?? []);
}

function statusIn(item: Record<string, unknown>, { statusField, fields }: PostType): object {
  const key = statusField?.status_key ?? '';
  const status = item[key] as { key: string } | undefined;
  if (!status) return {};
  const color = fields.get(key)?.options.get(status.key)?.color ?? defaultColor;
  return { overall_status: { ...status, color } };
}

function byLabel(equal: readonly EqualRecord[], { fields }: PostType): ScannedRecord['dups'] {
  const labelled = Map.groupBy(equal, ({ field }) => fields.get(field)?.definition.name ?? field);
  return Object.fromEntries(
    [...labelled].map(([label, records]) => [
      label,
      records.map(({ id, name, field, value }) => ({
        ID: id,
        post_title: name,
        field: field === 'name' ? 'post_title' : field,
        value,
      })),
    ]),
  );
}
