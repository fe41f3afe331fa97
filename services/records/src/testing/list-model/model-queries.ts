import fc from 'fast-check';
import type { Fields } from '@svc/contracts';
import { anyFilter, conditions, type ModelConditions } from './filter-trees.ts';
import { isVisible, valueOf, valuesOf, type ModelCaller, type ModelRecord } from './model-record.ts';
import { boxes, searches } from './searches.ts';
import { folded } from './text-filters.ts';

/** A list query, and the model's answer to it. */
interface ModelQuery {
  readonly query: Fields;
  answer(records: readonly ModelRecord[], caller: ModelCaller): { ids: readonly number[]; total: number };
}

type Place = number | string | undefined;
type PlaceOf = (record: ModelRecord, caller: ModelCaller) => Place;

const single =
  (key: string): PlaceOf =>
  (record, caller) =>
    valueOf(record, key, caller) as Place;

/** The options in the order in which they are declared; unset comes after them. */
const option =
  (key: string): PlaceOf =>
  (record, caller) => {
    const [held] = valuesOf<string>(record, key, caller);
    return held === undefined ? 98 : ['two', 'one', 'three'].indexOf(held);
  };

/**
 * By what records are sorted, by the key of `sort`: one of each way to read a list in order (`fields/conformance.test.ts` has every type of
 * field). Unset is last in both directions where there is no place for it.
 */
const placeOf: Readonly<Record<string, PlaceOf>> = {
  name: ({ name }) => folded(name),
  post_date: ({ createdAt }) => createdAt,
  last_modified: ({ lastModified }) => lastModified,
  a_number: single('a_number'),
  my_a_number: single('my_a_number'),
  an_option: option('an_option'),
  my_an_option: option('my_an_option'),
  // Their names are in the order of their ids.
  sets: (record, caller) =>
    [...valuesOf<number>(record, 'sets', caller)].sort((one, other) => one - other)[0],
};

/** The keys that lists are sorted by here. */
const sortKeys = Object.keys(placeOf);

/** Records in the order of a list: equal ones by id. */
function sorted(records: readonly ModelRecord[], sort: string, caller: ModelCaller): readonly ModelRecord[] {
  const direction = sort.startsWith('-') ? -1 : 1;
  const place = placeOf[sort.replace(/^-/, '')] as PlaceOf;
  return [...records].sort((one, other) => {
    const before = place(one, caller);
    const after = place(other, caller);
    if ((before === undefined) !== (after === undefined)) return before === undefined ? 1 : -1;
    return direction * (compared(before, after) || one.id - other.id);
  });
}

function compared(one: Place, other: Place): number {
  if (one === undefined || other === undefined || one === other) return 0;
  return one < other ? -1 : 1;
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
        // Without it, filters on names decide the order (`lists/plan/list-order.test.ts`).
        { requiredKeys: ['sort'] },
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
  readonly sort: string;
  readonly limit?: number;
  readonly offset?: number;
}

function asked(parts: readonly ModelConditions[], page: PageOf): ModelQuery {
  const { sort, limit = 100, offset = 0 } = page;
  return {
    query: Object.assign({ ...page }, ...parts.map(({ query }) => query)) as Fields,
    answer(records, caller) {
      const found = records.filter(
        (record) => isVisible(record, caller) && parts.every(({ meets }) => meets(record, caller)),
      );
      const shown = sorted(found, sort, caller).slice(offset, offset + limit);
      return { ids: shown.map(({ id }) => id), total: found.length };
    },
  };
}
