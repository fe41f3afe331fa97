import { createPrivateKey, createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { identities, type Identity } from '@svc/contracts';
import { ScheduledTask } from '../jobs/scheduler.ts';
import type { Logger } from '../log/create-logger.ts';
import { Keyring, type KeyGeneration, type KeyringContent } from './keyring.ts';
import { parseJson } from '../text/parse-json.ts';

const jwk = z.looseObject({ kty: z.literal('OKP'), crv: z.string(), x: z.string() });

/** The halves of a key pair as JWKs: `d` is only in the list of the owner. */
const generationSchema = z.object({ id: z.string(), notBefore: z.int(), signing: jwk, exchange: jwk });

/** One generation of keys, as key files store it. */
export type StoredGeneration = z.infer<typeof generationSchema>;

const generations = z.array(generationSchema).min(1);

/** A key file. Generations are in order, the newest first. */
export const keyringFileSchema = z.object({
  identity: z.enum(identities),
  secret: z.base64url(),
  keys: generations,
  publicKeys: z.record(z.enum(identities), generations),
});

/** The form of files from before there were generations of keys; `createKeyring` brings them up to date. */
export const oldKeyringFileSchema = z.object({
  identity: z.enum(identities),
  privateKey: jwk.extend({ d: z.string() }),
});

/** Returns the path of an identity's key file in the directory of a keyring. */
export function keyringFile(directory: string, identity: Identity): string {
  return join(directory, `${identity}.json`);
}

/**
 * Reads the key file of a process.
 * @throws Error naming the file when it is missing, is not a keyring, or belongs to another identity than `expected`.
 */
export async function loadKeyring(file: string, expected?: Identity): Promise<Keyring> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw unreadable(file, cause);
  });
  return new Keyring(parseKeyring(file, text, expected));
}

/** How often a key file is read, in milliseconds. It is read whole, because replacing the target of a symlink changes no directory. */
const lookMilliseconds = 1_000;

/**
 * Loads the keys of a file whenever it changes, so that keys can be rotated while processes run. When the file cannot be read, for example
 * because it is being replaced, the loaded keys stay valid.
 */
export function watchKeyring(keyring: Keyring, file: string, log: Logger): ScheduledTask {
  let last: string | undefined;
  const run = async () => {
    const text = await readFile(file, 'utf8');
    if (text === last) return;
    last = text;
    keyring.replace(parseKeyring(file, text, keyring.identity));
    log.info({ key: keyring.signing.id }, 'key file loaded');
  };
  const failure = 'the changed key file is invalid';
  return new ScheduledTask({
    name: 'read the key file',
    run,
    everyMs: lookMilliseconds,
    failure,
    level: 'error',
    log,
  }).start();
}

function parseKeyring(file: string, text: string, expected: Identity | undefined): KeyringContent {
  const json = parseJson(text);
  const parsed = keyringFileSchema.safeParse(json);
  if (oldKeyringFileSchema.safeParse(json).success)
    throw new Error(
      `KEYRING_FILE ${file} has an outdated format; update the key files of its directory with \`npm run -s admin -- keys create --dir DIRECTORY\``,
    );
  if (!parsed.success) throw unreadable(file, parsed.error);
  const { identity, secret, keys, publicKeys } = parsed.data;
  if (expected !== undefined && identity !== expected)
    throw new Error(`KEYRING_FILE ${file} is the key file of ${identity}, but this service is ${expected}`);
  const others = identities.map((name) => [name, publicKeys[name].map(importPublic)] as const);
  return {
    identity,
    secret: Buffer.from(secret, 'base64url'),
    own: keys.map(importPrivate),
    others: new Map(others),
  };
}

function unreadable(file: string, cause: unknown): Error {
  const advice =
    'create the key files of a deployment with `npm run -s admin -- keys create --dir DIRECTORY`';
  return new Error(`KEYRING_FILE ${file} is not a valid key file; ${advice}`, { cause });
}

const importPrivate = (stored: StoredGeneration) => importKeys(stored, createPrivateKey);
const importPublic = (stored: StoredGeneration) => importKeys(stored, createPublicKey);

function importKeys(
  { id, notBefore, signing, exchange }: StoredGeneration,
  toKey: (input: { key: JsonWebKey; format: 'jwk' }) => KeyObject,
): KeyGeneration {
  const keyOf = (key: JsonWebKey) => toKey({ key, format: 'jwk' });
  return { id, notBefore, signing: keyOf(signing), exchange: keyOf(exchange) };
}
