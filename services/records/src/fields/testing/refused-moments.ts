import type { FieldFixture } from './fixture.ts';

/** What no field of time understands. */
export const refusedMoments: FieldFixture['refused'] = {
  'an impossible day': ['2021-02-30', /f, received 2021-02-30/],
  'an impossible month': ['2021-13-01', /f, received 2021-13-01/],
  'an impossible hour': ['2021-01-01 25:00', /f, received/],
  words: ['soon', /f, received soon/],
  'an impossible day in words': ['February 30, 2021', /f, received/],
  'an object': [{ start: '2021-01-01' }, /f, received/],
  'a boolean': [true, /f, received true/],
  'a year past 9999': [999_999_999_999, /f, received/],
};
