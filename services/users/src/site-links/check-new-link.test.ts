import { expect, test } from '@jest/globals';
import { checkNewLink, readSite } from './check-new-link.ts';
import { isSameAddress } from './find-link.ts';

const types = [{ key: 'create_contacts', label: 'Create Contacts', capabilities: ['create_contacts'] }];
const given = { label: 'Form', site1: 'a.test', site2: 'b.test', type: 'create_contacts' };
const check = (changes: object = {}, debugMode = false) =>
  checkNewLink({ ...given, ...changes }, { types, debugMode });

test.each([
  ['records.example.org', 'records.example.org'],
  [' HTTPS://Records.Example.org/ ', 'records.example.org'],
  ['localhost:8080', 'localhost:8080'],
  ['192.0.2.7', '192.0.2.7'],
  ['[2001:db8::1]:8443', '[2001:db8::1]:8443'],
  ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
])('%j is normalized to the site %s', (text, host) => {
  expect(readSite(text)?.host).toBe(host);
});

test.each([
  '',
  ' ',
  'two words',
  'a.test/path',
  'user@a.test',
  'a..test',
  '-a.test',
  'a.test:99999',
  'a.test:port',
  'ftp://a.test',
  'https://',
  '999.999.999.999',
  'bücher.example',
  'a.test?x',
  'a_b.test',
  '{"$gt":""}',
])('%j is refused as a site', (text) => {
  expect(readSite(text)).toBeUndefined();
});

test('a site without HTTPS can be linked in debug mode only', () => {
  expect(() => check({ site2: 'http://b.test' })).toThrow('Invalid parameter(s): site2');
  expect(check({ site2: 'http://b.test' }, true)).toMatchObject({ site2: 'b.test', plainHttp: true });
});

test.each<[string, object, string]>([
  ['an empty label', { label: ' ' }, 'label'],
  ['a label with line ends', { label: 'a\nb' }, 'label'],
  ['a label that is too long', { label: 'x'.repeat(251) }, 'label'],
  ['an unknown type', { type: 'rule_the_world' }, 'type'],
  ['an invalid address', { approved_ip: '300.1.1.1' }, 'approved_ip'],
  ['a network instead of an address', { approved_ip: '10.0.0.0/8' }, 'approved_ip'],
  ['the same site twice', { site2: 'https://A.test' }, 'site2'],
  ['a token that looks like a JWT', { token: 'aaaaaaaaaa.bbbbbbbbbb.cccccccccc' }, 'token'],
  ['a token that is easy to guess', { token: 'short' }, 'token'],
  ['a token with blanks', { token: 'a b'.repeat(10) }, 'token'],
  ['everything at once', { label: '', site1: '?', type: 'x' }, 'label, site1, type'],
])('a new link is refused with the parameter: %s', (_what, changes, names) => {
  const refusal = { code: 'rest_invalid_param', status: 400, message: `Invalid parameter(s): ${names}` };
  expect(() => check(changes)).toThrow(expect.objectContaining(refusal));
});

test.each([
  ['192.0.2.7', '192.0.2.7', true],
  ['192.0.2.7', '::ffff:192.0.2.7', true],
  ['2001:db8::1', '2001:DB8:0:0:0:0:0:1', true],
  ['fe80::1%br-lan', 'fe80::1%br-lan', true],
  ['fe80::1', 'fe80::1%eth0.100', true],
  ['::1.2.3.4', '::102:304', true],
  ['::1.2.3.4', '1.2.3.4', false],
  ['192.0.2.7', '192.0.2.8', false],
  ['192.0.2.7', '2001:db8::1', false],
  ['192.0.2.7', '', false],
])('%s and %s are the same address: %s', (one, other, same) => {
  expect(isSameAddress(one, other)).toBe(same);
});
