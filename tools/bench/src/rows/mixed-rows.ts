import { get, list, mine, phone, search, slowList, text, typeahead } from './read-rows.ts';
import { rowOf, type RequestKind, type Row } from './row.ts';
import { comment, create, update } from './write-rows.ts';

/** A search; the thin handler has no search engine and looks for a text in names instead. */
const searchByName: RequestKind = {
  ...search,
  ...(typeahead.thin ? { thin: typeahead.thin } : {}),
};

const day: Row = {
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

const beside = { kind: update, perSecond: 20 };

export const mixedRows: readonly Row[] = [
  day,
  rowOf(list, { name: 'list-while', title: 'list 100 while 20 updates/s', beside }),
  rowOf(mine, { name: 'mine-while', title: 'list mine while 20 updates/s', beside }),
  rowOf(get, {
    name: 'get-crowded',
    title: 'get beside 64 slow lists of another caller',
    beside: { kind: slowList, atOnce: 64 },
  }),
];
