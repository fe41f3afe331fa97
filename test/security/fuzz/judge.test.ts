import { expect, test } from '@jest/globals';
import { judge } from './judge.ts';
import type { FuzzRequest } from './requests/request-arbitrary.ts';
import type { Outcome } from './send-request.ts';

// The document has no such path, so that only the other rules judge.
const request = {
  method: 'POST',
  endpoint: 'POST /svc-posts/v2/{post_type}',
  path: '/wp-json/unknown',
} as FuzzRequest;
const avatar = { ...request, method: 'GET', endpoint: 'GET /avatars/v1/{address}' };
const locations = { ...request, method: 'GET', path: '/wp-json/svc-mobile-app/v1/locations' };
const refusal = (status: number) =>
  JSON.stringify({ code: 'rest_forbidden', message: 'No.', data: { status } });
const outcome = (changes: Partial<Outcome>): Outcome => ({
  request,
  status: 200,
  milliseconds: 10,
  text: '{}',
  ...changes,
});

const misshapen = ['not the shape of answers'];

test.each<[string, Partial<Outcome>, string[]]>([
  ['an answer', {}, []],
  ['a refusal', { status: 403, text: refusal(403) }, []],
  ['a refusal with another status in its body', { status: 403, text: refusal(400) }, misshapen],
  ['an HTML page', { text: '<html>' }, misshapen],
  ['an SVG image', { request: avatar, text: '<svg xmlns=""></svg>' }, []],
  ['an SVG image of another endpoint', { text: '<svg xmlns=""></svg>' }, misshapen],
  ['an HTML page instead of an SVG image', { request: avatar, text: '<html>' }, misshapen],
  ['a description of the endpoint of SVG images', { request: { ...avatar, method: 'OPTIONS' } }, []],
  ['a body of an answer to HEAD', { request: { ...request, method: 'HEAD' }, text: 'x' }, misshapen],
  ['an unchanged answer', { request: locations, status: 304, text: '' }, []],
  ['a server error', { status: 503, text: refusal(503) }, ['5xx']],
  [
    'a failed transfer to another site',
    { status: 500, text: refusal(500).replace('rest_forbidden', 'transfer') },
    [],
  ],
  ['a late answer', { milliseconds: 5_001 }, ['over its deadline']],
  ['no answer', { status: 0, text: 'ECONNRESET' }, ['no answer']],
])('the verdict on %s has the broken rules', (_what, changes, rules) => {
  expect(judge(outcome(changes), 4_000).map(({ rule }) => rule)).toEqual(rules);
});
