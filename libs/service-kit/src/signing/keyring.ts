import { createSecretKey, diffieHellman, hkdfSync, type KeyObject } from 'node:crypto';
import type { Identity } from '@svc/contracts';

/** One generation of an identity's keys: the private or the public halves. */
export interface KeyGeneration {
  /** The id of the generation, which signatures and MACs name. */
  readonly id: string;
  /** When the owner begins to sign with it, in Unix milliseconds. Others trust it as soon as they have it. */
  readonly notBefore: number;
  /** Ed25519: signs actors, commands and events. */
  readonly signing: KeyObject;
  /** X25519: derives the shared key of the MACs between two identities. */
  readonly exchange: KeyObject;
}

/** The content of a key file, newest generations first. */
export interface KeyringContent {
  readonly identity: Identity;
  /** A secret that only the instances of this identity have; a rotation leaves it unchanged. */
  readonly secret: Uint8Array;
  readonly own: readonly KeyGeneration[];
  readonly others: ReadonlyMap<Identity, readonly KeyGeneration[]>;
}

/** The key of the MACs between this process and another identity, and the generations from which it is derived. */
interface PairKey {
  readonly ownId: string;
  readonly otherId: string;
  readonly key: KeyObject;
}

/**
 * How long a generation is trusted after its successor has begun, in milliseconds: longer than a signed actor is valid, and than a process
 * takes to read a changed key file. For messages in a stream, the time at which they were stored counts.
 */
export const trustedAfterSuccession = 5 * 60_000;

/** The keys of one process: its own private keys, and the public keys of every identity. */
export class Keyring {
  readonly identity: Identity;
  readonly secret: Uint8Array;
  #content: KeyringContent;
  readonly #pairKeys = new Map<string, KeyObject>();

  constructor(content: KeyringContent) {
    this.identity = content.identity;
    this.secret = content.secret;
    this.#content = content;
  }

  /** Replaces the generations by others of the same identity. */
  replace(content: KeyringContent): void {
    this.#content = content;
    this.#pairKeys.clear();
  }

  /** The generation with which this process signs now. */
  get signing(): KeyGeneration {
    return current(this.#content.own);
  }

  /** Returns when each generation of an identity's keys begins, newest first. */
  generationsOf(identity: Identity): readonly Pick<KeyGeneration, 'id' | 'notBefore'>[] {
    return this.#content.others.get(identity) ?? [];
  }

  /** Returns the public key that a signature names; undefined when it was no longer trusted at the given time (Unix milliseconds). */
  publicKey(identity: Identity, id: string, at: number = Date.now()): KeyObject | undefined {
    return trusted(this.#content.others.get(identity), id, at)?.signing;
  }

  /** Returns the public keys of an identity, newest first, each with the end of its trust in Unix milliseconds when it has a successor. */
  publicKeys(identity: Identity): readonly (KeyGeneration & { readonly trustedUntil?: number })[] {
    const generations = this.#content.others.get(identity) ?? [];
    return generations.map((generation, index) => {
      const successor = generations[index - 1];
      return successor ? { ...generation, trustedUntil: endOfTrust(successor) } : generation;
    });
  }

  /** Returns the key with which this process makes MACs for another identity. */
  pairKey(other: Identity): PairKey {
    const own = current(this.#content.own);
    const theirs = current(this.#content.others.get(other) ?? []);
    return { ownId: own.id, otherId: theirs.id, key: this.#agree(own, theirs) };
  }

  /** Returns the key with which another identity made a MAC for this process; undefined where a generation is not trusted. */
  pairKeyOf(other: Identity, { ownId, otherId }: Omit<PairKey, 'key'>): KeyObject | undefined {
    const own = trusted(this.#content.own, ownId, Date.now());
    const theirs = trusted(this.#content.others.get(other), otherId, Date.now());
    return own && theirs && this.#agree(own, theirs);
  }

  #agree(own: KeyGeneration, theirs: KeyGeneration): KeyObject {
    const name = `${own.id}.${theirs.id}`;
    const known = this.#pairKeys.get(name);
    if (known) return known;
    const shared = diffieHellman({ privateKey: own.exchange, publicKey: theirs.exchange });
    const key = createSecretKey(Buffer.from(hkdfSync('sha256', shared, Buffer.alloc(0), 'svc mac', 32)));
    this.#pairKeys.set(name, key);
    return key;
  }
}

/** Returns the newest generation that has begun. */
function current(generations: readonly KeyGeneration[]): KeyGeneration {
  const now = Date.now();
  const found = generations.find(({ notBefore }) => notBefore <= now) ?? generations.at(-1);
  if (!found) throw new Error('a keyring has no keys');
  return found;
}

function endOfTrust(successor: KeyGeneration): number {
  return successor.notBefore + trustedAfterSuccession;
}

function trusted(
  generations: readonly KeyGeneration[] = [],
  id: string,
  at: number,
): KeyGeneration | undefined {
  const index = generations.findIndex((generation) => generation.id === id);
  const successor = generations[index - 1];
  const isOver = successor !== undefined && endOfTrust(successor) < at;
  return isOver ? undefined : generations[index];
}
