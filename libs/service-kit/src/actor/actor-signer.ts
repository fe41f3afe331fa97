import { SignJWT } from 'jose';
import type { Actor } from '@svc/contracts';
import type { Keyring } from './keyring.ts';

/** How long a signed actor is valid, in seconds. Long enough for any request, short enough to be worthless later. */
export const actorLifetimeSeconds = 120;

/** A signed actor is used again for this long, so that a busy caller costs one signature a minute. */
const reuseMilliseconds = 60_000;
const rememberedActors = 5_000;

/** Signs who is calling, in the name of this process. */
export class ActorSigner {
  readonly #keyring: Keyring;
  readonly #signed = new Map<string, { token: string; madeAt: number }>();

  constructor(keyring: Keyring) {
    this.#keyring = keyring;
  }

  /** A compact JWS that names the actor; `ActorVerifier` reads it. */
  async sign(actor: Actor): Promise<string> {
    const key = JSON.stringify(actor);
    const known = this.#signed.get(key);
    if (known && Date.now() - known.madeAt < reuseMilliseconds) return known.token;
    const madeAt = Date.now();
    // Both times from one look at the clock: the second may end between two.
    const issuedAt = Math.floor(madeAt / 1000);
    const token = await new SignJWT({ actor })
      .setProtectedHeader({ alg: 'EdDSA', typ: 'svc-actor' })
      .setIssuer(this.#keyring.identity)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + actorLifetimeSeconds)
      .sign(this.#keyring.privateKey);
    if (this.#signed.size >= rememberedActors) this.#signed.clear();
    this.#signed.set(key, { token, madeAt });
    return token;
  }
}
