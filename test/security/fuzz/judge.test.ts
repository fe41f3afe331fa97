import { expect, test } from '@jest/globals';
import { judge } from './judge.ts';
import type { FuzzRequest } from './requests/request-arbitrary.ts';
import type { Outcome } from './send-request.ts';

const request = { method: 'POST', endpoint: 'POST /svc-posts/v2/{post_type}' } as FuzzRequest;
const avatar = { method: 'GET', endpoint: 'GET /avatars/v1/{address}' } as FuzzRequest;
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
  ['a page', { text: '<html>' }, misshapen],
  ['a drawing', { request: avatar, text: '<svg xmlns=""></svg>' }, []],
  ['a drawing of another endpoint', { text: '<svg xmlns=""></svg>' }, misshapen],
  ['a page instead of a drawing', { request: avatar, text: '<html>' }, misshapen],
  ['a page where nothing may be', { request: { ...request, method: 'HEAD' }, text: 'x' }, misshapen],
  ['a failure', { status: 503, text: refusal(503) }, ['5xx']],
  ['a site that is not there', { status: 500, text: refusal(500).replace('rest_forbidden', 'transfer') }, []],
  ['a late answer', { milliseconds: 5_001 }, ['over its deadline']],
  ['no answer', { status: 0, text: 'ECONNRESET' }, ['no answer']],
])('of %s it says what is wrong', (_what, changes, rules) => {
  expect(judge(outcome(changes), 4_000).map(({ rule }) => rule)).toEqual(rules);
});
