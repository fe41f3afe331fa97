import { describe, expect, test } from '@jest/globals';
import { returnTarget } from './return-targets.ts';

const permitted = ['https://app.example.org/records', 'https://records.example.org'];

test.each([
  [undefined, 'https://app.example.org/records'],
  ['', 'https://app.example.org/records'],
  ['https://app.example.org/records', 'https://app.example.org/records'],
  ['https://app.example.org/records/7?tab=a#b', 'https://app.example.org/records/7?tab=a#b'],
  ['https://records.example.org/console/', 'https://records.example.org/console/'],
  ['/records/7', 'https://app.example.org/records/7'],
])('%s leads to %s', (wanted, target) => {
  expect(returnTarget(wanted, permitted)).toBe(target);
});

describe('a login leads to no other site:', () => {
  test.each([
    'https://evil.example',
    '//evil.example/records',
    String.raw`\\evil.example`,
    String.raw`/\evil.example/records`,
    'https://app.example.org.evil.example/records',
    'https://app.example.org@evil.example/records',
    'https://user:password@app.example.org/records',
    'https://app.example.org:8443/records',
    'http://app.example.org/records',
    'https://app.example.org/recordsandmore',
    'https://app.example.org/records/../other',
    '/',
    'javascript:alert(1)',
    'data:text/html,x',
    '\thttps://evil.example',
    'https://evil.example#https://app.example.org/records',
  ])('%j', (wanted) => {
    expect(() => returnTarget(wanted, permitted)).toThrow(
      expect.objectContaining({ code: 'rest_invalid_param' }),
    );
  });
});
