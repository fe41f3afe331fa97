import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { listening } from '@svc/testing';
import { Signatures, type SignedMessage } from './signatures.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const jwk = publicKey.export({ format: 'jwk' });
let served: readonly object[] = [{ ...jwk, kid: 'records.k1' }];
let requests = 0;
let url = '';

const server = createServer((_request, response) => {
  requests += 1;
  response.end(JSON.stringify({ keys: served }));
});

beforeAll(async () => {
  url = `http://127.0.0.1:${await listening(server)}`;
});
afterAll(() => void server.close());

const body = Buffer.from('{"type":"svc.record.updated"}');
const subject = 'svc.events.record.contacts.updated';

/** A message that the key signed. */
function signed(change: Partial<SignedMessage> = {}, key = 'records.k1'): SignedMessage {
  const digest = createHash('sha256').update(body).digest('hex');
  const text = Buffer.from(`svc-message\na\n${subject}\n${digest}`);
  const signature = `${key}.${sign(null, text, privateKey).toString('base64url')}`;
  return { subject, body, id: 'a', signature, storedAt: 1000, ...change };
}

test.each([
  { title: 'a signed event', message: signed(), isValid: true },
  { title: 'an event with another body', message: signed({ body: Buffer.from('{}') }), isValid: false },
  { title: 'an event under another id', message: signed({ id: 'b' }), isValid: false },
  {
    title: 'an event under another subject',
    message: signed({ subject: 'svc.events.record.contacts.created' }),
    isValid: false,
  },
  {
    title: 'an event of an entity that others publish',
    message: signed({ subject: 'svc.events.comment.contacts.created' }),
    isValid: false,
  },
  {
    title: 'an event of an unknown entity',
    message: signed({ subject: 'svc.events.secret.-.created' }),
    isValid: false,
  },
  { title: 'an event without a signature', message: signed({ signature: '' }), isValid: false },
  { title: 'an event signed with an unknown key', message: signed({}, 'records.k9'), isValid: false },
])('$title is valid: $isValid', async ({ message, isValid }) => {
  expect(await new Signatures(url).isValid(message)).toBe(isValid);
});

test('the keys are fetched once, and again for a key that is not known', async () => {
  const signatures = new Signatures(`${url}/`);
  const before = requests;
  for (const _each of [1, 2, 3]) expect(await signatures.isValid(signed())).toBe(true);
  expect(requests).toBe(before + 1);
  served = [...served, { ...jwk, kid: 'records.k2' }];
  expect(await signatures.isValid(signed({}, 'records.k2'))).toBe(true);
  expect(requests).toBe(before + 2);
});

test('a message that was stored after the end of its key is not valid', async () => {
  served = [{ ...jwk, kid: 'records.k1', exp: 1001 }];
  const signatures = new Signatures(url);
  expect(await signatures.isValid(signed({ storedAt: 1000 }))).toBe(true);
  expect(await signatures.isValid(signed({ storedAt: 1002 }))).toBe(false);
});
