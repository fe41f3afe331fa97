import fc from 'fast-check';
import type { Fields } from '@svc/contracts';
import {
  connectionFilters,
  dateFilters,
  fileFilters,
  type Meets,
  type ModelFilter,
  type ModelFilters,
  numberFilters,
  optionFilters,
  placeFilters,
  truthFilters,
  userFilters,
} from './model-filter.ts';
import { nameFilters, textFilters } from './text-filters.ts';

/** What a query asks of records, as it is sent and as it is meant. */
export interface ModelConditions {
  readonly query: Fields;
  readonly meets: Meets;
}

const ofOwnFields: Readonly<Record<string, ModelFilters>> = {
  a_text: textFilters,
  a_channel: textFilters,
  a_number: numberFilters,
  a_flag: truthFilters,
  flag_on: truthFilters,
  an_option: optionFilters,
  some_options: optionFilters,
  some_tags: optionFilters,
  a_date: dateFilters,
  a_datetime: dateFilters,
  a_user: userFilters,
  some_places: placeFilters,
};

/** The fields that the model filters by; private ones too. */
export const filteredKeys: readonly string[] = [...Object.keys(ofOwnFields), 'some_files', 'sets', 'peers'];

/** Filters of every type of field that can be filtered; private ones too. */
export function anyFilter(connected: { sets: readonly number[]; peers: readonly number[] }) {
  const own = Object.entries(ofOwnFields);
  const mine = own.filter(([key]) => key !== 'flag_on').map(([key, filters]) => filters(`my_${key}`));
  return fc.oneof(
    { weight: 3, arbitrary: fc.oneof(...own.map(([key, filters]) => filters(key))) },
    { weight: 2, arbitrary: fc.oneof(...mine) },
    {
      weight: 1,
      arbitrary: fc.oneof(
        nameFilters('name'),
        dateFilters('post_date'),
        userFilters('shared_with'),
        fileFilters('some_files'),
        connectionFilters(connected.sets)('sets'),
        connectionFilters(connected.peers)('peers'),
      ),
    },
  );
}

/** Filters beside each other, or a tree of them: the first level is AND, the next OR, and so on. */
export function conditions(filters: fc.Arbitrary<ModelFilter>): fc.Arbitrary<ModelConditions> {
  const beside = filtersOf(filters).map((all) => ({ query: byKey(all), meets: every(all) }));
  const trees = group(filters, 1).map(({ sent, meets = () => true }) => ({ query: { fields: sent }, meets }));
  return fc.oneof(beside, { weight: 2, arbitrary: trees });
}

/** A group: what is sent, and what it asks for; a group without filters asks for nothing. */
interface Group {
  readonly sent: unknown;
  readonly meets: Meets | undefined;
}

const deepest = 4;

function group(filters: fc.Arbitrary<ModelFilter>, level: number): fc.Arbitrary<Group> {
  const below =
    level === deepest
      ? fc.constant<Group[]>([])
      : fc.array(group(filters, level + 1), { maxLength: level === 1 ? 3 : 2 });
  return fc.tuple(filtersOf(filters), below).map(([own, groups]) => {
    const parts = [...own.map(({ meets }) => meets), ...groups.flatMap(({ meets }) => meets ?? [])];
    const keyed = byKey(own);
    const sent =
      own.length === 0 ? groups.map((each) => each.sent) : { ...groups.map((each) => each.sent), ...keyed };
    if (parts.length === 0) return { sent, meets: undefined };
    const isAnd = level % 2 === 1;
    const meets: Meets = (...of) =>
      isAnd ? parts.every((part) => part(...of)) : parts.some((part) => part(...of));
    return { sent, meets };
  });
}

function filtersOf(filters: fc.Arbitrary<ModelFilter>): fc.Arbitrary<ModelFilter[]> {
  return fc.uniqueArray(filters, { maxLength: 2, selector: ({ key }) => key });
}

function byKey(filters: readonly ModelFilter[]): Fields {
  return Object.fromEntries(filters.map(({ key, operand }) => [key, operand]));
}

function every(filters: readonly ModelFilter[]): Meets {
  return (...of) => filters.every(({ meets }) => meets(...of));
}
