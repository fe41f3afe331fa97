import type { Choices } from '@svc/demo';
import { partOfName } from '../seed/people-names.ts';
import { digits } from '../seed/contact-body.ts';
import { posts, query, type Row } from './row.ts';

/** A list by a text in the middle of a name or, every fourth time, of a telephone number. */
const text: Row = {
  name: 'text',
  title: 'list by text',
  ours: ({ administrator, choices }) => ({
    method: 'GET',
    path: `${posts}/contacts?${query({ text: Object.values(searched(choices))[0] ?? '' })}`,
    token: administrator.token,
  }),
  thin: ({ choices }) => ({
    method: 'GET',
    path: `/records?${query({ ...searched(choices), sort: 'createdAt' })}`,
  }),
};

/** What a field for choosing a contact asks while somebody types. */
const compact: Row = {
  name: 'compact',
  title: 'compact',
  ours: ({ administrator, choices }) => ({
    method: 'GET',
    path: `${posts}/contacts/compact?${query({ s: partOfName(choices) })}`,
    token: administrator.token,
  }),
  thin: ({ choices }) => ({ method: 'GET', path: `/compact?${query({ s: partOfName(choices) })}` }),
};

function searched(choices: Choices): { phone: string } | { name: string } {
  return choices.below(4) === 0 ? { phone: digits(choices, 5) } : { name: partOfName(choices) };
}

const oneAtATime = (row: Row): Row => ({
  ...row,
  name: `${row.name}-1`,
  title: `${row.title}, one at a time`,
  concurrency: 1,
});

export const textRows: readonly Row[] = [text, compact, oneAtATime(text), oneAtATime(compact)];
