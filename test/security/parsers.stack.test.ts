import { gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from '@jest/globals';
import { api, type Answer, type Api } from '../support/http.ts';
import { metricOf } from '../support/metrics.ts';
import { worldInCommon, type World } from '../support/world.ts';

/** What one request may be, in bytes: the largest body, and the longest address with its headers. */
const bodySize = 1_000_000;
const headSize = 58_000;

const contacts = 'svc-posts/v2/contacts';
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const json = { 'content-type': 'application/json' };

/** What separates and pads the values of headers. */
const signs = `a, ;=q${' '.repeat(9)}`.repeat(headSize / 15);

/** 100 MB. */
const bomb = gzipSync(Buffer.alloc(100_000_000));

/** So many bytes of gzip that unpack to nothing. */
function nothing(size: number): Uint8Array<ArrayBuffer> {
  const empty = gzipSync('');
  return Buffer.concat(Array.from({ length: Math.floor(size / empty.length) }, () => empty));
}

let world: World;
let user: Api;
let contact: string;
/** Seconds of CPU that a request costs which is as large as may be and has one long value. */
let harmless: number;

beforeAll(async () => {
  world = await worldInCommon();
  const { token } = await world.createUser({ role: 'multiplier' });
  user = api(world, token);
  const { body } = await user.post(contacts, { json: { name: 'Attacked' } });
  contact = `${contacts}/${String(body['ID'])}`;
  const large = () => user.post(contacts, { raw: `nothing=${'x'.repeat(bodySize)}`, headers: form });
  const costs = [await costOf(large), await costOf(large), await costOf(large)];
  harmless = Math.max(...costs.map(({ seconds }) => seconds));
});

test.each<[what: string, refusal: string, send: () => Promise<Answer>]>([
  [
    'JSON of values',
    '400 update_multi_select_fields',
    () => post(`{"name":"a","tags":{"values":[${Array(400_000).fill(1).join()}]}}`, json),
  ],
  ...['&', '<', 'é<'].map((text): [string, string, () => Promise<Answer>] => [
    `a comment of ${text}`,
    '400 add_post_comment',
    () => user.post(`${contact}/comments`, { json: { comment: text.repeat(300_000) } }),
  ]),
  ...['&', '<em>x', '@['].map((text): [string, string, () => Promise<Answer>] => [
    `a note of ${text}, as long as a comment may be, and one that is longer`,
    '400 update_post',
    () => user.post(contact, { json: { notes: [text.repeat(9_999), text.repeat(140_000)] } }),
  ]),
  [
    'a body that is too large after decompression',
    '413 request_too_large',
    () => post(bomb, { ...json, 'content-encoding': 'gzip' }),
  ],
  [
    'a compressed empty body',
    '400 create_post',
    () => post(nothing(bodySize), { ...json, 'content-encoding': 'gzip' }),
  ],
  [
    'a compressed empty body above the size limit',
    '413 request_too_large',
    () => post(nothing(5 * bodySize), { ...json, 'content-encoding': 'gzip' }),
  ],
  [
    'the most and longest notes that fit into a body',
    '400 update_post',
    () => {
      const notes = Array.from({ length: 7 }, () => '&'.repeat(130_000));
      return user.post(contact, { json: { planet: 1, notes } });
    },
  ],
  ['a header of tokens', '401 rest_cannot_access', () => post('{}', { ...json, authorization: signs })],
  ['a header of media types', '415 unsupported_media_type', () => post('{}', { 'content-type': signs })],
  ...['accept-language', 'cookie', 'if-none-match', 'x-forwarded-for'].map(
    (name): [string, string, () => Promise<Answer>] => [
      `a header ${name} of all signs`,
      '400 create_post',
      () => post('{}', { ...json, [name]: signs }),
    ],
  ),
])(
  '%s is refused with %s at the CPU cost of a large request, and writes nothing',
  async (_what, refusal, send) => {
    const before = await total();
    const { answer, seconds } = await costOf(send);
    expect(`${answer.status} ${String(answer.body['code'])}`).toBe(refusal);
    expect(seconds).toBeLessThan(10 * harmless);
    expect(await total()).toEqual(before);
  },
);

function post(raw: string | Uint8Array<ArrayBuffer>, headers: Record<string, string>): Promise<Answer> {
  return user.post(contacts, { raw, headers });
}

/** How many contacts there are, and comments on the one that is attacked. */
async function total(): Promise<unknown[]> {
  const listed = await user.get(contacts, { query: { limit: 0 } });
  const comments = await user.get(`${contact}/comments`);
  return [listed.body['total'], comments.body['total']];
}

/** What a request costs all services together. */
async function costOf(send: () => Promise<Answer>): Promise<{ answer: Answer; seconds: number }> {
  const before = await cpuSeconds();
  const answer = await send();
  return { answer, seconds: (await cpuSeconds()) - before };
}

async function cpuSeconds(): Promise<number> {
  const all = world.services.map(({ opsUrl }) => metricOf(opsUrl, 'process_cpu_seconds_total'));
  return (await Promise.all(all)).reduce((sum, one) => sum + one, 0);
}
