import { beforeAll, expect, test } from '@jest/globals';
import type { Msg } from 'nats';
import type { Identity } from '@svc/contracts';
import { newKeyrings } from '@svc/testing';
import type { Keyring } from './keyring.ts';
import { signMessage, UntrustedMessage, verifyMessage, type SignedParts } from './sign-message.ts';

const parts = { id: 'c-1', subject: 'svc.commands.records.x', body: Buffer.from('{"a":1}') };
let keyrings: Readonly<Record<Identity, Keyring>>;
let strangers: Readonly<Record<Identity, Keyring>>;

beforeAll(async () => {
  keyrings = await newKeyrings();
  strangers = await newKeyrings();
});

/** A message as it arrives: signed for `parts`, and then changed. */
async function message(
  by: Keyring,
  changes: Partial<SignedParts & { signature: string }> = {},
): Promise<Msg> {
  const headers = await signMessage(by, parts);
  const { id = parts.id, subject = parts.subject, body = parts.body, signature } = changes;
  headers.set('Nats-Msg-Id', id);
  if (signature !== undefined) headers.set('Svc-Signature', signature);
  return { headers, subject, data: body } as unknown as Msg;
}

const verify = (sent: Msg) => verifyMessage(keyrings.records, sent, 'users');

test('a message signed by its sender is trusted', async () => {
  await expect(verify(await message(keyrings.users))).resolves.toBeUndefined();
});

test.each<[string, () => Promise<Msg>]>([
  ['was signed for another id', () => message(keyrings.users, { id: 'c-2' })],
  ['was signed for another subject', () => message(keyrings.users, { subject: 'svc.commands.records.y' })],
  ['was signed for another body', () => message(keyrings.users, { body: Buffer.from('{"a":2}') })],
  ['was signed by another identity', () => message(keyrings.search)],
  ['was signed by a key of another keyring', () => message(strangers.users)],
  ['has no signature', () => message(keyrings.users, { signature: '' })],
  ['has a malformed signature', () => message(keyrings.users, { signature: 'users.x.y' })],
  [
    'was signed in the name of another identity',
    async () => {
      const signature = (await signMessage(keyrings.search, parts)).get('Svc-Signature');
      return message(keyrings.users, { signature: signature.replace('search', 'users') });
    },
  ],
])('a message that %s is not trusted', async (_case, sent) => {
  await expect(verify(await sent())).rejects.toBeInstanceOf(UntrustedMessage);
});

test('a message without an allowed sender is not trusted', async () => {
  const sent = await message(keyrings.users);
  await expect(verifyMessage(keyrings.records, sent, undefined)).rejects.toBeInstanceOf(UntrustedMessage);
});
