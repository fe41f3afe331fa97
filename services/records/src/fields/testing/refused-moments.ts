import type { FieldFixture } from './fixture.ts';

/** What no field of time understands. */
export const refusedMoments: FieldFixture['refused'] = {
  'an impossible day': { write: '2021-02-30', message: /f, received 2021-02-30/ },
  'an impossible month': { write: '2021-13-01', message: /f, received 2021-13-01/ },
  'an impossible hour': { write: '2021-01-01 25:00', message: /f, received/ },
  words: { write: 'soon', message: /f, received soon/ },
  'an impossible day in words': { write: 'February 30, 2021', message: /f, received/ },
  'an object': { write: { start: '2021-01-01' }, message: /f, received/ },
  'a boolean': { write: true, message: /f, received true/ },
  'a year past 9999': { write: 999_999_999_999, message: /f, received/ },
};
