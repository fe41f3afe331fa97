import { expect, test } from '@jest/globals';
import { growth, problemOf } from '@svc/testing';
import { parseBody } from './read-body.ts';

const json = 'application/json';
const form = 'application/x-www-form-urlencoded';

function manyNames(count: number): string {
  return Array.from({ length: count }, (_value, at) => `"n${at}":1`).join();
}

const bodies: [what: string, contentType: string | undefined, body: string, values: unknown][] = [
  ['JSON', json, '{"name":"Bob","age":4}', { name: 'Bob', age: 4 }],
  ['JSON as jQuery announces it', 'application/json; charset=UTF-8', '{"a":1}', { a: 1 }],
  ['another media type that is JSON', 'application/vnd.api+json', '{"a":1}', { a: 1 }],
  ['JSON with a byte order mark', json, '\ufeff{"a":1}', { a: 1 }],
  ['an empty body of the type JSON', json, '', {}],
  ['no body and no content type', undefined, '', {}],
  ['an empty body of an unsupported type', 'text/plain', '', {}],
  ['a form', form, 'title=Bob+Smith&type=access', { title: 'Bob Smith', type: 'access' }],
  [
    'a form with brackets',
    `${form}; charset=utf-8`,
    'tags[values][0][value]=a&notes[]=x',
    { tags: { values: [{ value: 'a' }] }, notes: ['x'] },
  ],
  [
    'the maximum number of names, and brackets and colons in strings',
    json,
    `{"a":{${manyNames(1_000)}},"b":"${'[{:'.repeat(2_000)}\\\\\\""}`,
    { a: expect.objectContaining({ n999: 1 }), b: `${'[{:'.repeat(2_000)}\\"` },
  ],
  ['the key constructor', json, '{"constructor":{"a":1}}', { constructor: { a: 1 } }],
];

test.each(bodies)('a body is parsed: %s', (_what, contentType, body, values) => {
  expect(JSON.parse(JSON.stringify(parseBody(contentType, Buffer.from(body))))).toEqual(values);
});

const deep = `${'{"a":'.repeat(60)}1${'}'.repeat(60)}`;

const refused: [what: string, contentType: string | undefined, body: string | Buffer, error: string][] = [
  ['malformed JSON', json, '{"name":', '400 rest_invalid_json'],
  ['JSON that is not UTF-8', json, Buffer.from([0x22, 0xff, 0x22]), '400 rest_invalid_json'],
  ['an array', json, '[1]', '400 rest_invalid_param'],
  ['a string', json, '"a"', '400 rest_invalid_param'],
  ['null', json, 'null', '400 rest_invalid_param'],
  ['a body that is nested too deeply', json, deep, '400 rest_invalid_param'],
  ['an object of too many names', json, `{"meta":{${manyNames(1_001)}}}`, '400 rest_invalid_param'],
  ['a name that is too long', json, `{"${'a'.repeat(1_001)}":1}`, '400 rest_invalid_param'],
  ['a number that is too large', json, '{"age":[1e309]}', '400 rest_invalid_param'],
  ['a number that is too small', json, '{"age":-1e309}', '400 rest_invalid_param'],
  ['the name __proto__', json, '{"meta":{"__proto__":{"a":1}}}', '400 rest_invalid_param'],
  ['a million brackets', json, '['.repeat(500_000) + ']'.repeat(500_000), '400 rest_invalid_param'],
  ['plain text', 'text/plain', 'a', '415 unsupported_media_type'],
  ['a body without a content type', undefined, 'a', '415 unsupported_media_type'],
  ['a multipart form', 'multipart/form-data; boundary=x', '--x--', '415 unsupported_media_type'],
  ['another character set', 'application/json; charset=utf-16', '{}', '415 unsupported_media_type'],
];

test.each(refused)('a body is refused: %s', (_what, contentType, body, error) => {
  const [status, code] = error.split(' ');
  const problem = problemOf(() => parseBody(contentType, Buffer.from(body as string)));
  expect(problem).toMatchObject({ code, status: Number(status) });
});

test.each<[what: string, text: (size: number) => string]>([
  ['opened braces', (size) => '{"a":'.repeat(size / 5)],
  ['brackets', (size) => '['.repeat(size / 2) + ']'.repeat(size / 2)],
  ['lists in a list', (size) => `{"a":[${'[],'.repeat(size / 3)}[]]}`],
  ['objects in a list', (size) => `{"a":[${'{"b":1},'.repeat(size / 8)}{}]}`],
  ['names', (size) => `{${manyNames(size / 10)}}`],
  ['quotes', (size) => '"'.repeat(size)],
  ['backslashes', (size) => `{"a":"${'\\'.repeat(size)}"}`],
  ['digits', (size) => `{"a":${'1'.repeat(size)}}`],
])('the time to parse JSON is linear in the number of %s', (_what, text) => {
  const parse = (size: number) => problemOf(() => parseBody(json, Buffer.from(text(size))));
  expect(growth(25_000, parse)).toBeLessThan(10);
});

test.each<[what: string, contentType: (size: number) => string]>([
  ['parameters', (size) => `application/json${';'.repeat(size)}`],
  ['blanks', (size) => `application/json; charset=a${' '.repeat(size)}b`],
  ['plus signs', (size) => `a/${'+'.repeat(size)}`],
  ['quotes', (size) => `a; charset=${'"'.repeat(size)}`],
])('the time to parse a content type is linear in the number of its %s', (_what, contentType) => {
  const body = Buffer.from('{}');
  expect(growth(15_000, (size) => problemOf(() => parseBody(contentType(size), body)))).toBeLessThan(10);
});
