import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { createKeyring, keyringFile, loadKeyring, type Keyring } from './keyring.ts';
import { signCommand, verifyCommand } from './sign-command.ts';

const parts = { id: 'c-1', subject: 'svc.commands.records.x', body: Buffer.from('{"a":1}') };
const refused = { code: 'not_trusted' };
let users: Keyring;
let records: Keyring;
let stranger: Keyring;

beforeAll(async () => {
  const load = async (...names: ('users' | 'records')[]) => {
    const directory = await mkdtemp(join(tmpdir(), 'svc-command-'));
    await createKeyring(directory);
    const rings = await Promise.all(names.map((name) => loadKeyring(keyringFile(directory, name))));
    await rm(directory, { recursive: true });
    return rings as [Keyring, Keyring];
  };
  [users, records] = await load('users', 'records');
  [stranger] = await load('users', 'users');
});

test('a signature names the sender of its command', async () => {
  await expect(verifyCommand(records, await signCommand(users, parts), parts)).resolves.toBe('users');
});

test.each([
  ['id', { ...parts, id: 'c-2' }],
  ['subject', { ...parts, subject: 'svc.commands.records.y' }],
  ['body', { ...parts, body: Buffer.from('{"a":2}') }],
  ['id and subject moved into each other', { ...parts, id: 'c-1\nsvc.commands.records.x', subject: '' }],
])('a signature is of no use for another %s', async (_part, other) => {
  await expect(verifyCommand(records, await signCommand(users, parts), other)).rejects.toMatchObject(refused);
});

test('a command without a signature, with nonsense or with a key that is not in the keyring is not trusted', async () => {
  const foreign = await signCommand(stranger, parts);
  for (const signature of ['', 'nonsense', foreign])
    await expect(verifyCommand(records, signature, parts)).rejects.toMatchObject(refused);
});

test('a sender can not sign in another one’s name', async () => {
  const lying = await signCommand({ ...users, identity: 'gateway' }, parts);
  await expect(verifyCommand(records, lying, parts)).rejects.toMatchObject(refused);
});
