import { expect, test } from '@jest/globals';
import { phpMap, readPhpMap } from './channel-exchange.ts';

test('a map is serialized as in PHP, with lengths in bytes', () => {
  const values = { verified: true, label: 'Straße "1"', n: 7, d: -1.5, none: null };
  const text =
    'a:5:{s:8:"verified";b:1;s:5:"label";s:11:"Straße "1"";s:1:"n";i:7;s:1:"d";d:-1.5;s:4:"none";N;}';
  expect(phpMap(Object.entries(values))).toBe(text);
  const { none: _none, ...others } = values;
  expect(readPhpMap(text)).toEqual(others);
  expect(readPhpMap(phpMap([]))).toEqual({});
});

test.each([
  '',
  'x',
  's:1:"k";',
  'a:1:{',
  'a:1:{s:1:"k"',
  'a:1:{s:9:"k";b:1;}',
  'a:1:{s:1:"k";O:8:"stdClass":0:{}}',
  'a:1:{s:1:"k";a:0:{}}',
  'a:1:{s:9999999:"k";b:1;}',
])('the invalid map %j is read as empty', (text) => {
  expect(readPhpMap(text)).toEqual({});
});

test('names reserved by JavaScript are read and written like others', () => {
  const text = 'a:2:{s:11:"constructor";s:1:"x";s:9:"__proto__";a:1:{s:8:"toString";b:1;}}';
  expect(Object.entries(readPhpMap(text))).toEqual([['constructor', 'x']]);
  expect(phpMap([['constructor', 'x']])).toBe('a:1:{s:11:"constructor";s:1:"x";}');
});
