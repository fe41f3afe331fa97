import { SignJWT } from 'jose';
import type { Actor } from '@svc/contracts';
import type { Keyring } from './keyring.ts';

/** How long a signed actor is valid, in seconds: long enough for any request, and too short to be worth stealing. */
export const actorLifetimeSeconds = 120;

/** How long a signed actor is reused, so that a busy caller costs one signature a minute. */
const reuseMilliseconds = 60_000;
const rememberedActors = 5_000;

interface Signed {
  readonly token: string;
  readonly madeAt: number;
}

/** Signs actors as this process. */
export class ActorSigner {
  readonly #keyring: Keyring;
  readonly #signed = new Map<string, Signed>();
  /** Signed actors by the object of the actor: repeated calls mostly pass the same object. */
  readonly #signedOf = new WeakMap<Actor, Signed>();

  constructor(keyring: Keyring) {
    this.#keyring = keyring;
  }

  /** Returns the actor as a compact JWS, which `ActorVerifier` verifies. */
  async sign(actor: Actor): Promise<string> {
    const same = this.#signedOf.get(actor);
    if (isUsable(same)) return same.token;
    const key = JSON.stringify(actor);
    const signed = this.#signed.get(key);
    const made = isUsable(signed) ? signed : await this.#make(key, actor);
    this.#signedOf.set(actor, made);
    return made.token;
  }

  async #make(key: string, actor: Actor): Promise<Signed> {
    const madeAt = Date.now();
    // Both times come from one reading of the clock: a second could begin between two readings.
    const issuedAt = Math.floor(madeAt / 1000);
    const { id, signing } = this.#keyring.signing;
    const token = await new SignJWT({ actor })
      .setProtectedHeader({ alg: 'EdDSA', typ: 'svc-actor', kid: id })
      .setIssuer(this.#keyring.identity)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + actorLifetimeSeconds)
      .sign(signing);
    if (this.#signed.size >= rememberedActors) this.#signed.clear();
    const signed = { token, madeAt };
    this.#signed.set(key, signed);
    return signed;
  }
}

function isUsable(signed: Signed | undefined): signed is Signed {
  return signed !== undefined && Date.now() - signed.madeAt < reuseMilliseconds;
}
