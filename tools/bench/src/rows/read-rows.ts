import { recordsPlaces } from '@svc/contracts';
import type { Choices } from '@svc/demo';
import { digits } from '../seed/contact-body.ts';
import { personName } from '../seed/people-names.ts';
import {
  getAs,
  postAs,
  query,
  rowOf,
  type Measured,
  type RequestKind,
  type Row,
  type RowOverBus,
} from './row.ts';

export const get: RequestKind = {
  name: 'get',
  ours: ({ administrator, contactIds, choices }) =>
    getAs(administrator, `contacts/${choices.one(contactIds)}`),
  thin: ({ contactIds, choices }) => ({ method: 'GET', path: `/records/${choices.one(contactIds)}` }),
};

/** The same with an API key in place of the JWT. */
const byKey: RequestKind = {
  name: 'key',
  ours: ({ administrator, apiKey, contactIds, choices }) =>
    getAs({ ...administrator, token: apiKey?.key ?? '' }, `contacts/${choices.one(contactIds)}`),
};

const pageLength = 100;

/** The default list of a user who sees nearly everything: the newest hundred and the total. */
export const list: RequestKind = {
  name: 'list',
  ours: ({ administrator }) => getAs(administrator, 'contacts'),
  thin: () => ({ method: 'GET', path: '/records?sort=-createdAt' }),
};

/** A hundred contacts by name: any page of all contacts. */
const deep: RequestKind = {
  name: 'deep',
  ours: (measured) =>
    getAs(measured.administrator, `contacts?${query({ sort: 'name', offset: anyOffset(measured) })}`),
  thin: (measured) => ({
    method: 'GET',
    path: `/records?${query({ sort: 'sort.name', offset: anyOffset(measured) })}`,
  }),
};

const anyOffset = ({ contactIds, choices }: Measured): number =>
  choices.below(Math.ceil(contactIds.length / pageLength)) * pageLength;

/** The page of a hundred contacts by name after another one, without the total. */
const cursor: RequestKind = {
  name: 'cursor',
  ours: ({ administrator, cursors, choices }) =>
    getAs(administrator, `contacts?${query({ sort: 'name', count: 'none', cursor: choices.one(cursors) })}`),
  thin: (measured) => ({
    method: 'GET',
    path: `/records?${query({ sort: 'sort.name', offset: anyOffset(measured) })}`,
  }),
};

/** Contacts by status and month of creation. */
const aggregate: RequestKind = {
  name: 'aggregate',
  ours: ({ administrator }) =>
    postAs(administrator, 'contacts/aggregate', {
      group_by: ['overall_status', { field: 'post_date', by: 'month' }],
    }),
  thin: () => ({ method: 'GET', path: '/aggregate' }),
};

const shortPage = 25;

/** The newest contacts with the names of the leaders of their groups: three levels in one request. */
const nested: RequestKind = {
  name: 'nested',
  ours: ({ administrator }) =>
    getAs(
      administrator,
      `contacts?limit=${shortPage}&fields_to_return[]=overall_status&fields_to_return[]=groups.leaders.nickname`,
    ),
  thin: () => ({ method: 'GET', path: `/nested?${query({ limit: shortPage })}` }),
};

/** The active contacts of a multiplier, the last modified first; another multiplier with each request. */
function mineFrom(name: string, offsetOf: (choices: Choices) => number): RequestKind {
  return {
    name,
    ours: (measured) => {
      const page = { limit: shortPage, offset: offsetOf(measured.choices) };
      return getAs(
        someone(measured),
        `contacts?assigned_to[]=me&overall_status[]=active&sort=-last_modified&${query(page)}`,
      );
    },
    thin: (measured) => {
      const filter = { assigned_to: someone(measured).userId, status: 'active' };
      const page = { sort: '-lastModified', limit: shortPage, offset: offsetOf(measured.choices) };
      return { method: 'GET', path: `/records?${query({ ...filter, ...page })}` };
    },
  };
}

const someone = ({ multipliers, choices }: Measured) => choices.one(multipliers);

const pagesOfMine = 4;

export const mine = mineFrom('mine', () => 0);
export const minePages = mineFrom('mine-pages', (choices) => choices.below(pagesOfMine) * shortPage);

/** A list filtered by a part of a name. */
export const text: RequestKind = {
  name: 'text',
  ours: ({ administrator, terms }) =>
    getAs(administrator, `contacts?${query({ text: terms.text(), limit: shortPage })}`),
  thin: ({ terms }) => ({
    method: 'GET',
    path: `/records?${query({ name: terms.text(), sort: '-createdAt', limit: shortPage })}`,
  }),
};

/** A list filtered by a part of a telephone number. */
export const phone: RequestKind = {
  name: 'phone',
  ours: ({ administrator, terms }) =>
    getAs(administrator, `contacts?${query({ text: terms.phone(), limit: shortPage })}`),
  thin: ({ terms }) => ({
    method: 'GET',
    path: `/records?${query({ phone: terms.phone(), sort: '-createdAt', limit: shortPage })}`,
  }),
};

/** The same list of a dispatcher, many of whose requests may be more than the service takes. The thin handler would scan the database for each. */
export const textOfDispatcher: RequestKind = {
  name: 'text of a dispatcher',
  isTooMuch: true,
  ours: ({ dispatcher, terms }) =>
    getAs(dispatcher, `contacts?${query({ text: terms.text(), limit: shortPage })}`),
};

/** A list that no index serves: it scans and sorts all contacts. */
export const slowList: RequestKind = {
  name: 'slow list',
  isTooMuch: true,
  ours: ({ dispatcher, choices }) =>
    getAs(dispatcher, `contacts?${query({ 'nickname[]': digits(choices, 5), sort: 'nickname' })}`),
  thin: ({ choices }) => ({
    method: 'GET',
    path: `/records?${query({ nickname: digits(choices, 5), sort: '-fields.nickname' })}`,
  }),
};

/** The filters of the list page with their counts: of a dispatcher, or of a multiplier, in turns by chance. */
export const filters: RequestKind = {
  name: 'filters',
  ours: (measured) => ({
    method: 'GET',
    path: '/wp-json/svc/v1/users/get_filters?post_type=contacts',
    token: (measured.choices.below(2) === 0 ? measured.dispatcher : someone(measured)).token,
  }),
};

/** The request of a contact picker at each keystroke. */
export const typeahead: RequestKind = {
  name: 'typeahead',
  ours: ({ administrator, terms }) =>
    getAs(administrator, `contacts/compact?${query({ s: terms.keystroke() })}`),
  thin: ({ terms }) => ({ method: 'GET', path: `/compact?${query({ s: terms.keystroke() })}` }),
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

/** Rows that cached pages answer are followed by the same list without them. */
export const readRows: readonly Row[] = [
  rowOf(get, { title: 'get', hasChain: true }),
  rowOf(byKey, { title: 'get with an API key', against: get }),
  rowOf(list, { title: 'list 100 (cached)' }),
  rowOf(deep, { title: 'list 100 by name, any page' }),
  rowOf(cursor, { title: 'list 100 by name, by cursor' }),
  rowOf(nested, { title: 'list 25 with fields of connected' }),
  rowOf(aggregate, { title: 'aggregate by status and month' }),
  rowOf(mine, { title: 'list mine (cached)' }),
  rowOf(minePages, { title: 'list mine, pages 1 to 4' }),
  rowOf(filters, { title: 'filters of the list page' }),
  rowOf(text, { title: 'list by text in a name' }),
  rowOf(phone, { title: 'list by 6 digits of a phone' }),
  rowOf(typeahead, { title: 'typeahead' }),
  rowOf(text, { name: 'text-1', title: 'list by text in a name, one at a time', concurrency: 1 }),
  rowOf(typeahead, { name: 'typeahead-1', title: 'typeahead, one at a time', concurrency: 1 }),
];

export const searchRows: readonly Row[] = [rowOf(search, { title: 'advanced search' }), geocode];
