import {
  filters,
  get,
  list,
  mine,
  minePages,
  phone,
  search,
  slowList,
  text,
  textOfDispatcher,
  typeahead,
} from './read-rows.ts';
import { rowOf, type RequestKind, type Row, type RowOverHttp } from './row.ts';
import { comment, create, update } from './write-rows.ts';

/** A search; the thin handler has no search engine and looks for a text in names instead. */
const searchByName: RequestKind = {
  ...search,
  ...(typeahead.thin ? { thin: typeahead.thin } : {}),
};

const day: RowOverHttp = {
  name: 'day',
  title: 'a working day',
  mix: [
    { kind: get, share: 45 },
    { kind: mine, share: 15 },
    { kind: list, share: 8 },
    { kind: text, share: 5 },
    { kind: phone, share: 2 },
    { kind: typeahead, share: 5 },
    { kind: searchByName, share: 3 },
    { kind: update, share: 10 },
    { kind: comment, share: 4 },
    { kind: create, share: 3 },
  ],
};

/** The same day with list pages that load their filters, which the thin handler does not have. */
const dayWithFilters: Row = {
  name: 'day-filters',
  title: 'a working day with filters of list pages',
  mix: [
    { kind: filters, share: 5 },
    ...day.mix.map((each) => (each.kind === get ? { ...each, share: 40 } : each)),
  ],
};

const beside = { kind: update, perSecond: 20 };

export const mixedRows: readonly Row[] = [
  day,
  dayWithFilters,
  rowOf(list, { name: 'list-while', title: 'list 100 while 20 updates/s', beside }),
  rowOf(mine, { name: 'mine-while', title: 'list mine while 20 updates/s', beside }),
  rowOf(minePages, {
    name: 'mine-pages-while',
    title: 'list mine, pages 1 to 4, while 20 updates/s',
    beside,
  }),
  rowOf(get, {
    name: 'get-crowded',
    title: 'get beside 64 slow lists of another caller',
    beside: { kind: slowList, atOnce: 64 },
  }),
  rowOf(get, {
    name: 'get-texts',
    title: 'get beside 300 lists by text of another caller',
    beside: { kind: textOfDispatcher, atOnce: 300 },
  }),
];
