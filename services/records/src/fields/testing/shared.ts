import type { FieldFixture, FilterFixture } from './fixture.ts';

/** The options of the select fields under test. */
export const options = {
  one: { label: 'Option 1' },
  two: { label: 'Option 2' },
  three: { label: 'Option 3' },
};

/** One byte more than a line may have, although its characters are fewer. */
export const longText = 'ü'.repeat(32_768);

/** A write of these entries. */
export const entries = (...values: unknown[]) => ({ values });

/** A write that adds these values. */
export const values = (...written: string[]) => entries(...written.map((value) => ({ value })));

/** What no field of time understands. */
export const refusedMoments: FieldFixture['refused'] = {
  'an impossible day': ['2021-02-30', /f, received 2021-02-30/],
  'an impossible month': ['2021-13-01', /f, received 2021-13-01/],
  'an impossible hour': ['2021-01-01 25:00', /f, received/],
  'no value at all': [undefined, /f, received undefined/],
  words: ['soon', /f, received soon/],
  'an impossible day in words': ['February 30, 2021', /f, received/],
  'an object': [{ start: '2021-01-01' }, /f, received/],
  'a boolean': [true, /f, received true/],
  'a year past 9999': [999_999_999_999, /f, received/],
};

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
      /^f must be filtered by \{start, end\} .* received 2020-02-30$/,
    ],
    'a condition': [{ $gt: 0 }, /^f must be filtered by/],
    'a condition beside a day': [{ start: { $gt: 0 }, end: '2020-01-01' }, /^f must be filtered by/],
    'two moments': [[1, 2], /^f must be filtered by/],
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
