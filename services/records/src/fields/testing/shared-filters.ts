import type { FilterFixture } from './fixture.ts';

/** Filters of fields of texts. */
export const textFilters: FilterFixture = {
  metByUnset: [[], [''], ['-a'], ['-^a', '-b'], ['-*']],
  others: [['a'], ['^a', '-b'], ['*'], [5], ['(.*'], ['a\0']],
  refused: {
    'one text': ['a', 'f must be an array'],
    'a condition': [{ $ne: 'a' }, 'f must be an array'],
    'a condition among texts': [['a', { $gt: '' }], 'f must be an array of strings'],
    'a text that is too long': [['a'.repeat(501)], 'f may have operands of at most 500 characters'],
    'more than a thousand': [Array(1_001).fill('a'), 'f may have at most 1000 operands'],
  },
};

/** Filters of fields of time. */
export const momentFilters: FilterFixture = {
  metByUnset: [[], [''], '', {}, { start: '', end: '' }],
  others: [
    { start: '2020-01-01' },
    { end: '2020-01-01' },
    { start: 0, end: '2020-01-01' },
    ['2020-01-01'],
    [0],
  ],
  refused: {
    'a day alone': ['2020-01-01', 'f must be an array'],
    'a day that is none': [
      { start: '2020-02-30' },
      /^f is filtered by \{start, end\} .* received 2020-02-30$/,
    ],
    'a condition': [{ $gt: 0 }, /^f is filtered by/],
    'a condition beside a day': [{ start: { $gt: 0 }, end: '2020-01-01' }, /^f is filtered by/],
    'two moments': [[1, 2], /^f is filtered by/],
  },
};

/** Filters of fields of keys. */
export const keyFilters: FilterFixture = {
  metByUnset: [[], [''], ['-one'], ['-one', '-two']],
  others: [['one'], ['one', '-two'], ['*'], ['$ne'], ['none']],
  refused: {
    'one key': ['one', 'f must be an array'],
    'a condition': [{ $ne: 'one' }, 'f must be an array'],
    'a condition among keys': [[{ $gt: '' }], 'f must be an array of strings'],
    'more than a thousand': [Array(1_001).fill('one'), 'f may have at most 1000 operands'],
  },
};
