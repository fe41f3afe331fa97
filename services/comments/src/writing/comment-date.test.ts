import { describe, expect, test } from '@jest/globals';
import { commentDate } from './comment-date.ts';

const now = new Date('2026-11-20T12:20:51.789Z');

describe('commentDate', () => {
  test.each([
    [undefined, '2026-11-20T12:20:51.000Z'],
    ['', '2026-11-20T12:20:51.000Z'],
    ['2020-02-29', '2020-02-29T00:00:00.000Z'],
    ['2020-02-29 23:59:59', '2020-02-29T23:59:59.000Z'],
    ['2020-02-29 23:59:59.123456', '2020-02-29T23:59:59.000Z'],
    ['2020-02-29T23:59:59+05:30', '2020-02-29T23:59:59.000Z'],
    ['2020-02-29T23:59:59-0800', '2020-02-29T23:59:59.000Z'],
  ])('reads %j', (text, expected) => {
    expect(commentDate(text, now).toISOString()).toBe(expected);
  });

  test.each([
    '2020-02-29T23:59:59Z',
    '29/02/2020',
    '1582934400',
    '2021-02-29',
    '2020-13-01',
    '2020-00-10',
    '2020-01-01 24:00:00',
    '2020-01-01 10:60:00',
    '2020-01-01 10:00',
    '2020-1-1',
    ' 2020-01-01',
    'yesterday',
    '2020-01-01 10:00:00+02:00',
    '2020-01-01T10:00:00',
  ])('refuses %j', (text) => {
    expect(() => commentDate(text, now)).toThrow(
      expect.objectContaining({
        code: 'add_post_comment',
        status: 400,
        message: 'Invalid date! Correct format should be: Y-m-d H:i:s',
      }),
    );
  });
});
