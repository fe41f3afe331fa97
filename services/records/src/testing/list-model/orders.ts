import { valueOf, valuesOf, type ModelCaller, type ModelRecord } from './model-record.ts';
import { folded, hasInOrder } from './text-filters.ts';

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
 * By what records are sorted, by the key of `sort`: one of each way to read a list in order (`lists/plan/list-order.test.ts` has every type
 * of field). Unset is last in both directions where there is no place for it.
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
export const sortKeys = Object.keys(placeOf);

/** What decides the order of a list: its `sort`, or without one whether names are asked for, and what for first. */
interface ModelOrder {
  readonly sort: string | undefined;
  readonly named: string | undefined;
}

/** Records in the order of a list: equal ones by id. */
export function sorted(
  records: readonly ModelRecord[],
  { sort, named }: ModelOrder,
  caller: ModelCaller,
): readonly ModelRecord[] {
  if (sort === undefined && named !== undefined) return firstNamed(records, named, caller);
  const asked = sort ?? '-post_date';
  const direction = asked.startsWith('-') ? -1 : 1;
  const place = placeOf[asked.replace(/^-/, '')] as PlaceOf;
  return [...records].sort((one, other) => {
    const before = place(one, caller);
    const after = place(other, caller);
    if ((before === undefined) !== (after === undefined)) return before === undefined ? 1 : -1;
    return direction * (compared(before, after) || one.id - other.id);
  });
}

/** Those whose name contains the text, then the others. */
function firstNamed(records: readonly ModelRecord[], text: string, caller: ModelCaller) {
  const byName = sorted(records, { sort: 'name', named: undefined }, caller);
  const isFirst = ({ name }: ModelRecord) => hasInOrder(folded(name), folded(text).split(/\s+/));
  return [...byName.filter(isFirst), ...byName.filter((record) => !isFirst(record))];
}

function compared(one: Place, other: Place): number {
  if (one === undefined || other === undefined || one === other) return 0;
  return one < other ? -1 : 1;
}
