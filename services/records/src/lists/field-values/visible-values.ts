import type { Call } from '@svc/service-kit';
import { grantFilter, grantTerms } from '../../access/grant.ts';
import type { ListDeps } from '../plan/list-deps.ts';
import type { Field } from '../../model/field.ts';
import { parseListQuery } from '../../query/parse-list-query.ts';
import { readOptions } from '../plan/plan-list.ts';
import { planOf } from '../plan/plan-of.ts';
import { visibleList, type ListCall, type VisibleList } from '../plan/visible-list.ts';
import { wholeList } from '../asked-list.ts';
import type { PostType } from '../../model/post-type.ts';
import type { Collections } from '../../store/collections.ts';
import { readWithDeadline } from '../../store/read-with-deadline.ts';
import { heldValues, indexedValues } from './indexed-values.ts';

/** The values of a field to collect from the records that the caller sees. */
interface VisibleValues {
  readonly postType: PostType;
  readonly field: Field;
  readonly seen: VisibleList;
  readonly maxTimeMS: number;
  isWanted(value: string): boolean;
}

/** The records whose values are offered to the caller: all records that lists of the type show to them. */
export async function visibleRecords(
  call: ListCall,
  deps: ListDeps,
  postType: PostType,
): Promise<VisibleList> {
  const asked = await deps.hooks.filter('svc_search_viewable_posts_query', call, {}, postType.key);
  return visibleList(call, deps, postType, parseListQuery(asked, postType));
}

/**
 * The first distinct values, in ascending order. They come from the index of terms, or from the records when the caller sees only shared
 * ones, which are few, or when the field has no terms, such as a text.
 */
export async function firstVisibleValues(
  call: Pick<Call, 'deadline'>,
  deps: ListDeps,
  wanted: VisibleValues & { readonly most: number },
): Promise<readonly string[]> {
  const values: string[] = [];
  for await (const value of await findValues(call, deps, wanted)) {
    if (wanted.isWanted(value)) values.push(value);
    if (values.length === wanted.most) break;
  }
  return values;
}

async function findValues(
  call: Pick<Call, 'deadline'>,
  deps: ListDeps,
  wanted: VisibleValues,
): Promise<AsyncIterable<string>> {
  const { postType, field, maxTimeMS } = wanted;
  const { grants, found } = wanted.seen;
  // Shared records are few: they are read instead.
  if (!grantTerms(grants).isShared && field.type.filterTerms) {
    const filter = { $and: [{ postType: postType.key }, grantFilter(grants), found.condition] };
    return indexedValues(deps, field, { ...wanted, filter });
  }
  const plan = await planOf(call, deps, { postType: postType.key, grants, found, query: wholeList });
  return heldValues(deps, field, { filter: plan.filter, ...readOptions(plan, maxTimeMS) });
}

/** The caller's own values of a private field, in ascending order. */
export async function ownValues(
  { actor, deadline }: Pick<Call, 'actor' | 'deadline'>,
  { privateValues }: Pick<Collections, 'privateValues'>,
  { key, postType }: Field,
): Promise<readonly string[]> {
  if (actor.userId === 0) return [];
  const found = await readWithDeadline(deadline, (maxTimeMS) =>
    privateValues.distinct(`fields.${key}`, { userId: actor.userId, postType }).maxTimeMS(maxTimeMS),
  );
  return found.map(String).sort();
}
