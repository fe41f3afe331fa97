import fc from 'fast-check';
import type { Fields } from '@svc/contracts';
import { anyFilter, conditions, type ModelConditions } from './filter-trees.ts';
import { isVisible, type ModelCaller, type ModelRecord } from './model-record.ts';
import { sorted, sortKeys } from './orders.ts';
import { boxes, searches } from './searches.ts';

/** A list query, and the model's answer to it. */
export interface ModelQuery {
  readonly query: Fields;
  answer(records: readonly ModelRecord[], caller: ModelCaller): { ids: readonly number[]; total: number };
}

/** Queries over these records: filters or a tree of them, sometimes a text or a box, in any order and any part. */
export function modelQueries(
  records: readonly ModelRecord[],
  sets: readonly number[],
): fc.Arbitrary<ModelQuery> {
  const ids = records.map(({ id }) => id);
  const isSamples = records[0]?.postType === 'samples';
  const sought = isSamples ? searches(ids) : searches(ids).filter(({ query }) => !asksForAll(query));
  const sort = fc.constantFrom(...sortKeys.flatMap((key) => [key, `-${key}`]));
  return fc
    .record({
      where: conditions(anyFilter({ sets, peers: ids.slice(0, 6) })),
      text: sometimes(sought),
      box: sometimes(boxes),
      page: fc.record(
        { sort, limit: fc.constantFrom(0, 1, 7, 100, 5000), offset: fc.constantFrom(0, 3, 50) },
        { requiredKeys: [] },
      ),
    })
    .map(({ where, text, box, page }) => asked([where, text ?? [], box ?? []].flat(), page));
}

/** Contacts have texts of their own in fields that the model does not know. */
function asksForAll({ fields_to_search: within = [] }: Fields): boolean {
  return (within as string[]).includes('all');
}

function sometimes(part: fc.Arbitrary<ModelConditions>): fc.Arbitrary<ModelConditions | undefined> {
  return fc.option(part, { nil: undefined, freq: 1 });
}

interface PageOf {
  readonly sort?: string;
  readonly limit?: number;
  readonly offset?: number;
}

function asked(parts: readonly ModelConditions[], page: PageOf): ModelQuery {
  const { sort, limit = 100, offset = 0 } = page;
  const { named } = parts[0] ?? {};
  return {
    query: Object.assign({ ...page }, ...parts.map(({ query }) => query)) as Fields,
    answer(records, caller) {
      const found = records.filter(
        (record) => isVisible(record, caller) && parts.every(({ meets }) => meets(record, caller)),
      );
      const shown = sorted(found, { sort, named }, caller).slice(offset, offset + limit);
      return { ids: shown.map(({ id }) => id), total: found.length };
    },
  };
}
