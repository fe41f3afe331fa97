import type { FieldFixture } from './fixture.ts';

const options = { one: { label: 'Option 1' }, two: { label: 'Option 2' }, three: { label: 'Option 3' } };

const values = (...written: string[]) => ({ values: written.map((value) => ({ value })) });

const long = 'ü'.repeat(32_768);

const text: FieldFixture = {
  roundTrips: [
    { write: 'first', read: 'first', note: 'F changed to first' },
    { write: 'zweitens <b>ü</b>', read: 'zweitens <b>ü</b>', note: 'F changed to zweitens <b>ü</b>' },
    { write: 5, read: '5', note: 'F changed to 5' },
    { write: '', read: '', note: [] },
  ],
  clear: { write: null, read: undefined, note: [] },
  refused: {
    'an object': { write: { $gt: '' }, message: /value must be a string: f, received \{"\$gt":""\}/ },
    'an array': { write: ['a'], message: /value must be a string: f/ },
    'a boolean': { write: true, message: /value must be a string: f, received true/ },
    'control characters': { write: 'a\u0000b', message: /value must not hold control characters: f/ },
  },
  ascending: ['Ábel', 'bernd', 'Carla', undefined],
  found: ['first'],
};

const moments = {
  'an impossible day': { write: '2021-02-30', message: /f, received 2021-02-30/ },
  'an impossible month': { write: '2021-13-01', message: /f, received 2021-13-01/ },
  'an impossible hour': { write: '2021-01-01 25:00', message: /f, received/ },
  words: { write: 'soon', message: /f, received soon/ },
  'an impossible day in words': { write: 'February 30, 2021', message: /f, received/ },
  'an object': { write: { start: '2021-01-01' }, message: /f, received/ },
  'a boolean': { write: true, message: /f, received true/ },
  'a year past 9999': { write: 999_999_999_999, message: /f, received/ },
};

/** One fixture per field type; a type without one fails the suite. */
export const fixtures: Readonly<Record<string, FieldFixture>> = {
  text: {
    ...text,
    refused: {
      ...text.refused,
      'more than a line holds': { write: long, message: /text value must be at most 65535 bytes long: f/ },
    },
  },
  textarea: { ...text, roundTrips: [...text.roundTrips, { write: long, read: long }] },

  number: {
    definition: { min_option: 5, max_option: 200 },
    roundTrips: [
      { write: 5, read: 5, note: 'F: 5' },
      { write: '7.50', read: 7.5, note: 'F: 7.5' },
      { write: ' 8 ', read: 8 },
      { write: 200, read: 200, note: 'F: 200' },
    ],
    clear: { write: '', read: undefined, note: 'F:' },
    refused: {
      'below the bounds': { write: 4, message: 'number value must be within min, max bounds: f, received 4' },
      'above the bounds': {
        write: '201',
        message: 'number value must be within min, max bounds: f, received 201',
      },
      words: { write: 'abc', message: 'number value must be a number: f, received abc' },
      'a number that is not decimal': { write: '0x10', message: /number value must be a number: f/ },
      infinity: { write: 'Infinity', message: /number value must be a number/ },
      'an object': { write: { number: 7 }, message: /number value must be a number: f/ },
      'a boolean': { write: true, message: /number value must be a number: f/ },
    },
    ascending: [5, 40, 200, undefined],
  },

  boolean: {
    roundTrips: [
      { write: true, read: true, note: 'F: Yes' },
      { write: '0', read: false, note: 'F: No' },
      { write: 'yes', read: true, note: 'F: Yes' },
      { write: '', read: false, note: 'F: No' },
    ],
    clear: { write: null, read: false, note: 'F: No' },
    refused: {
      words: { write: 'maybe', message: 'boolean value must be true or false: f, received maybe' },
      'another number': { write: 2, message: /boolean value must be true or false/ },
      'an object': { write: {}, message: /boolean value must be true or false/ },
    },
    ascending: [undefined, true],
  },

  key_select: {
    definition: { default: options },
    roundTrips: [
      { write: 'one', read: { key: 'one', label: 'Option 1' }, note: 'F: Option 1' },
      { write: { values: [{ value: 'two' }] }, read: { key: 'two', label: 'Option 2' }, note: 'F: Option 2' },
    ],
    clear: { write: null, read: undefined, note: 'F:' },
    refused: {
      'an unknown option': {
        write: 'four',
        message: 'key_select value must be one of one, two, three: f, received four',
      },
      'a number': { write: 5, message: 'key_select value must in string format: f, received 5' },
      'a boolean': { write: false, message: 'key_select value must in string format: f, received false' },
      'an object': { write: { $ne: null }, message: /key_select value must in string format: f/ },
      'several values': {
        write: { values: [{ value: 'one' }, { value: 'two' }] },
        message: /must in string format/,
      },
    },
    ascending: ['one', 'two', 'three', undefined],
  },

  multi_select: {
    definition: { default: options },
    roundTrips: [
      { write: { values: [{ value: 'two' }] }, read: ['two'], note: 'Option 2 added to F' },
      {
        write: { values: [{ value: 'one' }, { value: 'one' }, { value: 'two', delete: true }] },
        read: ['one'],
        note: ['Option 2 removed from F', 'Option 1 added to F'],
      },
      {
        write: { values: [{ value: 'three' }, { value: 'one' }], force_values: true },
        read: ['three', 'one'],
      },
      { write: { values: [{ value: 'two', delete: true }] }, read: ['three', 'one'], note: [] },
      { write: { values: [{ value: 'one', delete: 'true' }], force_values: 'false' }, read: ['three'] },
    ],
    clear: { write: { values: [], force_values: true }, read: undefined, note: 'Option 3 removed from F' },
    refused: {
      'a bare array': { write: [{ value: 'one' }], message: 'missing values field on: f' },
      'a string': { write: 'one', message: 'missing values field on: f' },
      null: { write: null, message: 'missing values field on: f' },
      'an entry without a value': { write: { values: [{}] }, message: 'Something wrong on field: f' },
      'an entry that is no object': { write: { values: ['one'] }, message: 'Something wrong on field: f' },
      'an unknown option': {
        write: { values: [{ value: 'four' }] },
        message: 'multi_select value must be one of one, two, three: f, received four',
      },
    },
    ascending: [values('three'), values('one', 'two'), values('one'), undefined],
  },

  tags: {
    roundTrips: [
      {
        write: { values: [{ value: 'x' }, { value: 'y' }] },
        read: ['x', 'y'],
        note: ['x added to F', 'y added to F'],
      },
      { write: { values: [{ value: 'x', delete: true }, { value: 7 }] }, read: ['y', '7'] },
      { write: { values: [{ value: 'only' }], force_values: true }, read: ['only'] },
    ],
    clear: {
      write: { values: [{ value: 'only', delete: true }] },
      read: undefined,
      note: 'only removed from F',
    },
    refused: {
      'a bare array': { write: ['x'], message: 'missing values field on: f' },
      'an empty value': { write: { values: [{ value: ' ' }] }, message: 'Something wrong on field: f' },
      'an object as value': {
        write: { values: [{ value: { $gt: 1 } }] },
        message: 'Something wrong on field: f',
      },
      'a value longer than a line': {
        write: values(long),
        message: /tags value must be at most 65535 bytes long: f/,
      },
      'control characters': { write: values('\u0007'), message: /must not hold control characters: f/ },
      'more values than one request may have': {
        write: values(...Array.from({ length: 1_001 }, String)),
        message: 'at most 1000 values in one request: f',
      },
    },
    ascending: [values('alpha'), values('Beta'), undefined],
  },

  date: {
    roundTrips: [
      {
        write: '2018-12-31',
        read: { timestamp: '1546214400', formatted: '2018-12-31' },
        note: 'F: {1546214400}',
      },
      { write: 1588723200, read: { timestamp: '1588723200', formatted: '2020-05-06' } },
      { write: '1546214400', read: { timestamp: '1546214400', formatted: '2018-12-31' } },
      { write: 'March 5, 2021', read: { timestamp: '1614902400', formatted: '2021-03-05' } },
      { write: '5 March 1969', read: { timestamp: '-26092800', formatted: '1969-03-05' } },
    ],
    clear: { write: '', read: undefined, note: 'F removed' },
    refused: moments,
    ascending: ['1960-01-01', '2001-09-09', '2020-01-01', undefined],
  },

  datetime: {
    roundTrips: [
      { write: '2022-01-01 15:00', read: { timestamp: '1641049200', formatted: '2022-01-01 15:00:00' } },
      {
        write: '2022-01-01 17:00 +02:00',
        read: { timestamp: '1641049200', formatted: '2022-01-01 15:00:00' },
      },
      { write: '2022-01-01T15:00:01Z', read: { timestamp: '1641049201', formatted: '2022-01-01 15:00:01' } },
      {
        write: '2022-01-01 10:00 -0500',
        read: { timestamp: '1641049200', formatted: '2022-01-01 15:00:00' },
      },
      { write: 1641049205, read: { timestamp: '1641049205', formatted: '2022-01-01 15:00:05' } },
    ],
    clear: { write: null, read: undefined, note: 'F removed' },
    refused: moments,
    ascending: ['2022-01-01 10:00', '2022-01-01 10:01', undefined],
  },

  communication_channel: {
    roundTrips: [
      {
        write: [{ value: '555', key: 'f_a' }],
        read: [{ verified: false, value: '555', key: 'f_a' }],
        note: 'Added F: 555',
      },
      {
        write: { values: [{ key: 'f_a', verified: true, note: 'work' }] },
        read: [{ verified: true, note: 'work', value: '555', key: 'f_a' }],
        note: [],
      },
      {
        write: [{ key: 'f_a', value: '556' }, { value: '556' }, { value: '' }],
        read: [{ verified: true, note: 'work', value: '556', key: 'f_a' }],
        note: 'Updated F from 555 to 556',
      },
      {
        write: { values: [{ label: '12 Street', key: 'f_b', value: 7 }], force_values: true },
        read: [{ verified: false, label: '12 Street', value: '7', key: 'f_b' }],
        note: ['Deleted F: 556', 'Added F: 7'],
      },
    ],
    clear: { write: [{ key: 'f_b', delete: true }], read: undefined, note: 'Deleted F: 7' },
    refused: {
      'a string': { write: '555', message: 'Is not an array or missing value on: f' },
      'an array of strings': { write: ['555'], message: 'Is not an array or missing value on: f' },
      'an entry without anything': { write: [{}], message: 'Is not an array or missing value on: f' },
      'a deletion without a key': { write: [{ delete: true }], message: 'missing key on: f' },
      'an object as value': {
        write: [{ value: { $gt: '' } }],
        message: 'Is not an array or missing value on: f',
      },
      'a value longer than a line': {
        write: [{ value: long }],
        message: /must be at most 65535 bytes long: f/,
      },
      'control characters': { write: [{ value: '1\u0000' }], message: /must not hold control characters: f/ },
      'more entries than one request may have': {
        write: Array.from({ length: 1_001 }, () => ({ value: '1' })),
        message: 'at most 1000 values in one request: f',
      },
      'an object as attribute': {
        write: [{ value: '1', meta: { a: 1 } }],
        message: /attributes of an entry .*: f, received \{"meta":\{"a":1\}\}/,
      },
      'an attribute that the database would take for its own': {
        write: [{ value: '1', _bsontype: 'ObjectId' }],
        message: /attributes of an entry have plain names/,
      },
      'an operator as key': { write: [{ value: '1', key: '$where' }], message: /Is not an array/ },
      'a dotted attribute': { write: [{ value: '1', 'a.b': 1 }], message: /attributes of an entry/ },
    },
    ascending: [[{ value: '9' }], [{ value: '10' }], [{ value: 'Anna' }], undefined],
    found: ['555'],
  },

  user_select: {
    roundTrips: [
      {
        write: 3,
        read: { id: '3', type: 'user', display: 'User 3', 'assigned-to': 'user-3' },
        note: 'F: User 3',
      },
      { write: 'user-4', read: { id: '4', type: 'user', display: 'User 4', 'assigned-to': 'user-4' } },
      { write: '3', read: { id: '3', type: 'user', display: 'User 3', 'assigned-to': 'user-3' } },
      {
        write: 'USER4@example.org',
        read: { id: '4', type: 'user', display: 'User 4', 'assigned-to': 'user-4' },
      },
    ],
    clear: { write: '', read: undefined, note: 'F: Nobody' },
    refused: {
      'an unknown user': { write: 99, message: 'user does not have access to tests' },
      'a user without access': { write: 6, message: 'user does not have access to tests' },
      'an unknown e-mail': { write: 'nobody@example.org', message: 'Unrecognized user' },
      'a wrong form': {
        write: 'the user 3',
        message: 'incorrect format for user_select: f, received the user 3',
      },
      'other text': { write: 'somebody', message: 'user does not have access to tests' },
      'a number that is no id': { write: 1e20, message: /incorrect format for user_select: f/ },
      'an array': { write: [3], message: 'incorrect format for user_select: f, received [3]' },
      'an object': { write: { $gt: 0 }, message: /incorrect format for user_select: f/ },
    },
    ascending: [3, 4, undefined],
  },
};
