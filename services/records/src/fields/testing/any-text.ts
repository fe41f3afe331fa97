import type { FieldFixture } from './fixture.ts';

/** What text of any length does. */
export const anyText: FieldFixture = {
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
  keepsExisting: {
    'a text stays': { before: ['held'], write: 'new', read: 'held' },
    'a text is not emptied': { before: ['held'], write: '', read: 'held' },
    'an empty text is filled': { before: [''], write: 'new', read: 'new' },
  },
  ascending: ['Ábel', 'bernd', 'Carla', undefined],
  found: ['first'],
};
