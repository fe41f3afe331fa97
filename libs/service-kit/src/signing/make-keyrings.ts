import { generateKeyPairSync, hkdfSync, randomBytes, type KeyObject } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import type { z } from 'zod';
import { identities, type Identity } from '@svc/contracts';
import { trustedAfterSuccession } from './keyring.ts';
import {
  keyringFile,
  keyringFileSchema,
  oldKeyringFileSchema,
  type StoredGeneration,
} from './keyring-file.ts';

/** How long public keys are kept, in milliseconds: longer than any stream keeps messages that were signed with them, dead letters included. */
const publicKeyLife = 31 * 24 * 60 * 60 * 1000;

/** The private keys of one identity. */
interface Owned {
  readonly identity: Identity;
  readonly secret: string;
  readonly keys: StoredGeneration[];
  /** The public keys of every signature that may still have to be verified. */
  readonly published: StoredGeneration[];
}

/**
 * Makes a key file for each identity (`<identity>.json`, readable only by its owner) unless it exists. Each file holds the private keys of
 * one identity only, so that a compromised service cannot sign as another one. Files of an older form keep their keys and get the current
 * form. Other users cannot read the directory.
 */
export async function createKeyring(directory: string): Promise<'made' | 'updated' | 'kept'> {
  await mkdir(directory, { recursive: true });
  await chmod(directory, 0o700);
  if (!existsSync(keyringFile(directory, 'admin'))) {
    await writeAll(directory, identities.map(newOwner));
    return 'made';
  }
  const old = oldKeyringFileSchema.safeParse(await readJson(keyringFile(directory, 'admin')));
  if (!old.success) return 'kept';
  await writeAll(directory, await Promise.all(identities.map((identity) => updated(directory, identity))));
  return 'updated';
}

/**
 * Gives identities new keys, which they use from a given time (Unix milliseconds); until then, every process must have read its changed
 * file. The previous keys stay trusted as long as they are needed, and a later rotation removes them.
 */
export async function rotateKeyring(
  directory: string,
  { rotated, startsAt }: { rotated: readonly Identity[]; startsAt: number },
): Promise<void> {
  const owners = await Promise.all(identities.map((identity) => owned(directory, identity)));
  const renewed = owners.map((owner) => (rotated.includes(owner.identity) ? renew(owner, startsAt) : owner));
  await writeAll(directory, renewed);
}

function newOwner(identity: Identity): Owned {
  const first = newGeneration(0);
  return {
    identity,
    secret: randomBytes(32).toString('base64url'),
    keys: [first],
    published: [first],
  };
}

/** Brings a file of the older form up to date. Its private key stays, and gives the secret, so that data encrypted with it stays readable. */
async function updated(directory: string, identity: Identity): Promise<Owned> {
  const { privateKey } = oldKeyringFileSchema.parse(await readJson(keyringFile(directory, identity)));
  const material = Buffer.from(privateKey.d, 'base64url');
  const secret = Buffer.from(hkdfSync('sha256', material, Buffer.alloc(0), 'svc keyring secret', 32));
  const keys = [{ ...newGeneration(0), signing: privateKey }];
  return { identity, secret: secret.toString('base64url'), keys, published: keys };
}

async function owned(directory: string, identity: Identity): Promise<Owned> {
  const file = keyringFile(directory, identity);
  const { secret, keys, publicKeys } = keyringFileSchema.parse(await readJson(file));
  return { identity, secret, keys, published: publicKeys[identity] };
}

function renew(owner: Owned, startsAt: number): Owned {
  const next = newGeneration(startsAt);
  return {
    ...owner,
    keys: stillNeeded([next, ...owner.keys], trustedAfterSuccession),
    published: stillNeeded([next, ...owner.published], publicKeyLife),
  };
}

/** The generations whose successor began less than this many milliseconds ago or has not begun, newest first. */
function stillNeeded(all: readonly StoredGeneration[], milliseconds: number): StoredGeneration[] {
  const ordered = [...all].sort((one, other) => other.notBefore - one.notBefore);
  return ordered.filter((_generation, index) => {
    const successor = ordered[index - 1];
    return !successor || successor.notBefore + milliseconds > Date.now();
  });
}

async function writeAll(directory: string, owners: readonly Owned[]): Promise<void> {
  const publicKeys = Object.fromEntries(
    owners.map(({ identity, published }) => [identity, published.map(withoutPrivate)]),
  ) as Record<Identity, StoredGeneration[]>;
  for (const { identity, secret, keys } of owners)
    await replaceFile(keyringFile(directory, identity), { identity, secret, keys, publicKeys });
}

/** Replaces the file atomically, so that no process reads half of it. */
async function replaceFile(file: string, content: z.input<typeof keyringFileSchema>): Promise<void> {
  const next = `${file}.next`;
  await writeFile(next, JSON.stringify(content, null, 2), { mode: 0o600 });
  await rename(next, file);
}

function newGeneration(notBefore: number): StoredGeneration {
  const signing = generateKeyPairSync('ed25519');
  const exchange = generateKeyPairSync('x25519');
  return {
    id: randomBytes(6).toString('base64url'),
    notBefore,
    signing: toJwk(signing.privateKey),
    exchange: toJwk(exchange.privateKey),
  };
}

function withoutPrivate({ id, notBefore, signing, exchange }: StoredGeneration): StoredGeneration {
  const { d: _signing, ...publicSigning } = signing;
  const { d: _exchange, ...publicExchange } = exchange;
  return { id, notBefore, signing: publicSigning, exchange: publicExchange };
}

function toJwk(key: KeyObject): StoredGeneration['signing'] {
  return key.export({ format: 'jwk' }) as StoredGeneration['signing'];
}

async function readJson(file: string): Promise<unknown> {
  return JSON.parse(await readFile(file, 'utf8')) as unknown;
}
