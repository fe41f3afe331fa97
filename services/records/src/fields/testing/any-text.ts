import type { FieldFixture } from './fixture.ts';

/** What text of any length does. */
export const anyText: FieldFixture = {
  roundTrips: [
    ['first', 'first', 'F changed to first'],
    ['zweitens <b>ü</b>', 'zweitens <b>ü</b>', 'F changed to zweitens <b>ü</b>'],
    [5, '5', 'F changed to 5'],
    ['', '', []],
  ],
  clear: [null, undefined, []],
  refused: {
    'an object': [{ $gt: '' }, /value must be a string: f, received \{"\$gt":""\}/],
    'an array': [['a'], /value must be a string: f/],
    'a boolean': [true, /value must be a string: f, received true/],
    'control characters': ['a\u0000b', /value must not hold control characters: f/],
  },
  keepsExisting: {
    'a text stays': [['held'], 'new', 'held'],
    'a text is not emptied': [['held'], '', 'held'],
    'an empty text is filled': [[''], 'new', 'new'],
  },
  ascending: ['Ábel', 'bernd', 'Carla', undefined],
  found: ['first'],
};
