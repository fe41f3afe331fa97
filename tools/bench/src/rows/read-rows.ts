import { recordsPlaces } from '@svc/contracts';
import type { Choices } from '@svc/demo';
import { digits } from '../seed/contact-body.ts';
import { partOfName, personName } from '../seed/people-names.ts';
import { getAs, query, rowOf, type Measured, type RequestKind, type Row, type RowOverBus } from './row.ts';

export const get: RequestKind = {
  name: 'get',
  ours: ({ administrator, contactIds, choices }) =>
    getAs(administrator, `contacts/${choices.one(contactIds)}`),
  thin: ({ contactIds, choices }) => ({ method: 'GET', path: `/records/${choices.one(contactIds)}` }),
};

/** The default list of a user who sees nearly everything: the newest hundred and the total. */
export const list: RequestKind = {
  name: 'list',
  ours: ({ administrator }) => getAs(administrator, 'contacts'),
  thin: () => ({ method: 'GET', path: '/records?sort=createdAt' }),
};

const mineQuery = 'assigned_to[]=me&overall_status[]=active&sort=-last_modified';

/** The active contacts of a multiplier; another multiplier with each request. */
export const mine: RequestKind = {
  name: 'mine',
  ours: (measured) => getAs(someone(measured), `contacts?${mineQuery}`),
  thin: (measured) => ({
    method: 'GET',
    path: `/records?${query({ assigned_to: someone(measured).userId, status: 'active', sort: 'lastModified' })}`,
  }),
};

const someone = ({ multipliers, choices }: Measured) => choices.one(multipliers);

/** A list filtered by a part of a name or, every fourth time, of a telephone number. */
export const text: RequestKind = {
  name: 'text',
  ours: ({ administrator, choices }) =>
    getAs(administrator, `contacts?${query({ text: Object.values(searched(choices))[0] ?? '' })}`),
  thin: ({ choices }) => ({
    method: 'GET',
    path: `/records?${query({ ...searched(choices), sort: 'createdAt' })}`,
  }),
};

function searched(choices: Choices): { phone: string } | { name: string } {
  return choices.below(4) === 0 ? { phone: digits(choices, 5) } : { name: partOfName(choices) };
}

/** A list that no index serves: it scans and sorts all contacts. */
export const slowList: RequestKind = {
  name: 'slow list',
  isTooMuch: true,
  ours: ({ dispatcher, choices }) =>
    getAs(dispatcher, `contacts?${query({ 'nickname[]': digits(choices, 5), sort: 'nickname' })}`),
  thin: ({ choices }) => ({
    method: 'GET',
    path: `/records?${query({ nickname: digits(choices, 5), sort: 'fields.nickname' })}`,
  }),
};

/** The request of a contact picker while a user types. */
export const compact: RequestKind = {
  name: 'compact',
  ours: ({ administrator, choices }) =>
    getAs(administrator, `contacts/compact?${query({ s: partOfName(choices) })}`),
  thin: ({ choices }) => ({ method: 'GET', path: `/compact?${query({ s: partOfName(choices) })}` }),
};

/** A search for the beginnings of the words of a name in all types. The thin handler has no search engine. */
export const search: RequestKind = {
  name: 'search',
  ours: ({ administrator, choices }) =>
    getAs(
      administrator,
      `posts/search/advanced_search?${query({ query: beginnings(personName(choices)), post_type: 'all', offset: 0 })}`,
    ),
};

const beginnings = (name: string): string =>
  name
    .split(' ')
    .map((word) => [...word].slice(0, 4).join(''))
    .join(' ');

/** The place in the built-in location grid of a random point between 56° south and 71° north, where people live. */
const geocode: RowOverBus = {
  name: 'geocode',
  title: 'place of a point',
  asks: ({ choices }, admin) => {
    const point = { lng: choices.next() * 360 - 180, lat: choices.next() * 127 - 56 };
    return admin(recordsPlaces, { grid_ids: [], points: [point] });
  },
};

export const readRows: readonly Row[] = [
  rowOf(get, { title: 'get' }),
  rowOf(list, { title: 'list 100' }),
  rowOf(mine, { title: 'list mine, filtered' }),
  rowOf(text, { title: 'list by text' }),
  rowOf(compact, { title: 'compact' }),
  rowOf(text, { name: 'text-1', title: 'list by text, one at a time', concurrency: 1 }),
  rowOf(compact, { name: 'compact-1', title: 'compact, one at a time', concurrency: 1 }),
];

export const searchRows: readonly Row[] = [rowOf(search, { title: 'advanced search' }), geocode];
