import { valueOf, valuesOf, type ModelCaller, type ModelRecord } from './model-record.ts';
import { folded, hasInOrder } from './text-filters.ts';

type Place = number | string | undefined;
type PlaceOf = (record: ModelRecord, caller: ModelCaller) => Place;

const single =
  (key: string): PlaceOf =>
  (record, caller) =>
    valueOf(record, key, caller) as Place;

const first =
  (key: string): PlaceOf =>
  (record, caller) => {
    const [text = ''] = valuesOf<string>(record, key, caller);
    return folded(text) || undefined;
  };

const flag =
  (key: string): PlaceOf =>
  (record, caller) =>
    Number(valueOf(record, key, caller) ?? key.endsWith('flag_on'));

/** By what records are sorted, for each type of field; unset is last in both directions where there is no place for it. */
const fields: Readonly<Record<string, (key: string) => PlaceOf>> = {
  a_text: first,
  some_tags: first,
  a_number: single,
  a_date: single,
  a_datetime: single,
  a_user: single,
  a_flag: flag,
  flag_on: flag,
  an_option: (key) => (record, caller) => placesOf(key, record, caller)[0] ?? 98,
  some_options: (key) => (record, caller) => {
    const places = placesOf(key, record, caller);
    return places.length === 0 ? Infinity : -Math.max(...places);
  },
  a_channel: (key) => (record, caller) => {
    const [value] = valuesOf<string>(record, key, caller);
    return value !== undefined && /^\d+$/.test(value) ? Number(value) : first(key)(record, caller);
  },
};

/** The same by the key of `sort`; private fields by what the caller keeps. */
const placeOf: Readonly<Record<string, PlaceOf>> = {
  name: ({ name }) => folded(name),
  post_date: ({ createdAt }) => createdAt,
  last_modified: ({ lastModified }) => lastModified,
  // Their names are in the order of their ids.
  sets: (record, caller) =>
    [...valuesOf<number>(record, 'sets', caller)].sort((one, other) => one - other)[0],
  ...Object.fromEntries(
    Object.entries(fields).flatMap(([key, place]) =>
      [key, `my_${key}`].map((each) => [each, place(each)] as const),
    ),
  ),
};

/** The keys that lists are sorted by here. */
export const sortKeys = Object.keys(placeOf).filter((key) => key !== 'my_flag_on');

/** What decides the order of a list: its `sort`, or without one whether names are asked for, and what for first. */
export interface ModelOrder {
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

/** The options in the order in which they are declared. */
function placesOf(key: string, record: ModelRecord, caller: ModelCaller): number[] {
  return valuesOf<string>(record, key, caller).map((option) => ['two', 'one', 'three'].indexOf(option));
}

/** Numbers come before texts. */
function compared(one: Place, other: Place): number {
  if (one === undefined || other === undefined || one === other) return 0;
  if (typeof one !== typeof other) return typeof one === 'number' ? -1 : 1;
  return one < other ? -1 : 1;
}
