import { createSecretKey, diffieHellman, hkdfSync, type KeyObject } from 'node:crypto';
import type { Identity } from '@svc/contracts';

/** One generation of an identity's keys, its halves either private or public. */
export interface KeyGeneration {
  /** Names it in what is signed with it. */
  readonly id: string;
  /** Unix milliseconds: from then on its owner signs with it. Others trust it as soon as they know it. */
  readonly notBefore: number;
  /** Ed25519: signs actors, commands and events. */
  readonly signing: KeyObject;
  /** X25519: agrees on the key of the MACs between two identities. */
  readonly exchange: KeyObject;
}

/** What a key file says, newest generations first. */
export interface KeyringContent {
  readonly identity: Identity;
  /** What all instances of this identity share and nobody else has; rotations leave it as it is. */
  readonly secret: Uint8Array;
  readonly own: readonly KeyGeneration[];
  readonly others: ReadonlyMap<Identity, readonly KeyGeneration[]>;
}

/** The key of the MACs between this process and another identity, and of which generations it is made. */
export interface PairKey {
  readonly ownId: string;
  readonly otherId: string;
  readonly key: KeyObject;
}

/**
 * A generation is trusted this long after its successor has begun, in milliseconds: longer than an actor lives, and than a
 * process takes to see that its key file has changed. What a stream has kept is measured by when it was stored.
 */
export const trustedAfterSuccession = 5 * 60_000;

/** The keys of one process: its own private ones, and everybody's public ones. */
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

  /** Goes on with other generations of the same identity's keys. */
  replace(content: KeyringContent): void {
    this.#content = content;
    this.#pairKeys.clear();
  }

  /** What this process signs with now. */
  get signing(): KeyGeneration {
    return current(this.#content.own);
  }

  /** When the generations of an identity's keys begin, newest first. */
  generationsOf(identity: Identity): readonly Pick<KeyGeneration, 'id' | 'notBefore'>[] {
    return this.#content.others.get(identity) ?? [];
  }

  /** The public key that a signature names, unless it was not trusted any more at that time (Unix milliseconds). */
  publicKey(identity: Identity, id: string, at: number = Date.now()): KeyObject | undefined {
    return trusted(this.#content.others.get(identity), id, at)?.signing;
  }

  /** What this process makes MACs for another identity with. */
  pairKey(other: Identity): PairKey {
    const own = current(this.#content.own);
    const theirs = current(this.#content.others.get(other) ?? []);
    return { ownId: own.id, otherId: theirs.id, key: this.#agree(own, theirs) };
  }

  /** What another identity has made a MAC for this process with; undefined where a generation is not trusted. */
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

/** The newest generation that has begun. */
function current(generations: readonly KeyGeneration[]): KeyGeneration {
  const now = Date.now();
  const found = generations.find(({ notBefore }) => notBefore <= now) ?? generations.at(-1);
  if (!found) throw new Error('a keyring has no keys');
  return found;
}

function trusted(
  generations: readonly KeyGeneration[] = [],
  id: string,
  at: number,
): KeyGeneration | undefined {
  const index = generations.findIndex((generation) => generation.id === id);
  const successor = generations[index - 1];
  const isOver = successor !== undefined && successor.notBefore + trustedAfterSuccession < at;
  return isOver ? undefined : generations[index];
}
