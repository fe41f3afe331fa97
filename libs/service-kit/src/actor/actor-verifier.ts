import { decodeJwt, jwtVerify } from 'jose';
import { actorSchema, ServiceError, type Actor } from '@svc/contracts';
import { identities, type Identity, type Keyring } from './keyring.ts';

const rememberedTokens = 10_000;

/** Reads signed actors. A token is verified once and remembered until it expires. */
export class ActorVerifier {
  readonly #keyring: Keyring;
  readonly #verified = new Map<string, { actor: Actor; expiresAt: number }>();

  constructor(keyring: Keyring) {
    this.#keyring = keyring;
  }

  /**
   * The actor a message speaks for. Only the gateway may speak for users and site links; every other identity speaks
   * for the system alone.
   * @throws ServiceError `not_trusted` for anything else.
   */
  async verify(token: string): Promise<Actor> {
    const known = this.#verified.get(token);
    if (known && known.expiresAt > Date.now()) return known.actor;
    const verified = await this.#check(token).catch((cause: unknown) => {
      throw new ServiceError('not_trusted', 'The message is not signed by a known sender.', { cause });
    });
    if (this.#verified.size >= rememberedTokens) this.#verified.clear();
    this.#verified.set(token, verified);
    return verified.actor;
  }

  async #check(token: string): Promise<{ actor: Actor; expiresAt: number }> {
    const issuer = identities.find((identity) => identity === decodeJwt(token).iss);
    if (!issuer) throw new Error('unknown sender');
    const { payload } = await jwtVerify(token, this.#publicKey(issuer), {
      algorithms: ['EdDSA'],
      typ: 'svc-actor',
      issuer,
      requiredClaims: ['exp'],
    });
    const actor = actorSchema.parse(payload['actor']);
    if (actor.kind !== 'system' && issuer !== 'gateway')
      throw new Error(`${issuer} may not speak for a ${actor.kind}`);
    return { actor, expiresAt: (payload.exp ?? 0) * 1000 };
  }

  #publicKey(identity: Identity) {
    const key = this.#keyring.publicKeys.get(identity);
    if (!key) throw new Error(`no public key of ${identity}`);
    return key;
  }
}
