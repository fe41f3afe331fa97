import { decodeJwt, jwtVerify, type JWTHeaderParameters } from 'jose';
import { actorSchema, identities, ServiceError, type Actor, type Identity } from '@svc/contracts';
import { actorLifetimeSeconds } from './actor-signer.ts';
import type { Keyring } from './keyring.ts';

const rememberedTokens = 10_000;

/** The actor of a request, and the identity that signed it. */
interface VerifiedActor {
  readonly actor: Actor;
  readonly sender: Identity;
}

/** Verifies signed actors. Each token is verified once, and cached until it expires. */
export class ActorVerifier {
  readonly #keyring: Keyring;
  readonly #verified = new Map<string, VerifiedActor & { expiresAt: number }>();

  constructor(keyring: Keyring) {
    this.#keyring = keyring;
  }

  /**
   * Returns the actor of a message. Only the gateway may sign users and site links; every other identity signs only the system.
   * @throws ServiceError `not_trusted` for anything else.
   */
  async verify(token: string): Promise<VerifiedActor> {
    const known = this.#verified.get(token);
    if (known && known.expiresAt > Date.now()) return known;
    const verified = await this.#check(token).catch((cause: unknown) => {
      throw new ServiceError('not_trusted', 'The message is not signed by a known sender.', { cause });
    });
    if (this.#verified.size >= rememberedTokens) this.#verified.clear();
    this.#verified.set(token, verified);
    return verified;
  }

  async #check(token: string): Promise<VerifiedActor & { expiresAt: number }> {
    const issuer = identities.find((identity) => identity === decodeJwt(token).iss);
    if (!issuer) throw new Error('unknown sender');
    const { payload } = await jwtVerify(token, (header) => this.#publicKey(issuer, header), {
      algorithms: ['EdDSA'],
      typ: 'svc-actor',
      issuer,
      requiredClaims: ['exp', 'iat'],
    });
    const { exp = 0, iat = 0 } = payload;
    if (exp - iat > actorLifetimeSeconds) throw new Error('the signature is valid for too long');
    const actor = actorSchema.parse(payload['actor']);
    if (actor.kind !== 'system' && issuer !== 'gateway')
      throw new Error(`${issuer} must not sign actors of the kind ${actor.kind}`);
    return { actor, sender: issuer, expiresAt: exp * 1000 };
  }

  #publicKey(identity: Identity, { kid = '' }: JWTHeaderParameters) {
    const key = this.#keyring.publicKey(identity, kid);
    if (!key) throw new Error(`${identity} has no key ${kid}`);
    return key;
  }
}
