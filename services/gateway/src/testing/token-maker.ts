import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK } from 'jose';

/** What is particular about a token; what is absent is as it should be. */
export interface TokenParts {
  issuer?: string;
  kid?: string;
  user?: { id: unknown; tv?: number } | undefined;
  /** Seconds from now; undefined leaves the claim out. */
  lifetime?: number | undefined;
  notBefore?: number;
}

/** Makes tokens as the users service does, and others. */
export class TokenMaker {
  readonly publicKey: JWK & { kid: string; kty: string };
  readonly #privateKey: CryptoKey;
  readonly #issuer: string;

  private constructor(publicKey: JWK & { kid: string; kty: string }, privateKey: CryptoKey, issuer: string) {
    this.publicKey = publicKey;
    this.#privateKey = privateKey;
    this.#issuer = issuer;
  }

  static async make(kid: string, issuer: string): Promise<TokenMaker> {
    const { publicKey, privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519' });
    const jwk = await exportJWK(publicKey);
    return new TokenMaker({ ...jwk, kty: 'OKP', kid, alg: 'EdDSA', use: 'sig' }, privateKey, issuer);
  }

  async token(parts: TokenParts = {}): Promise<string> {
    const { user, lifetime, notBefore, issuer, kid } = { user: { id: '7' }, lifetime: 600, ...parts };
    const now = Math.floor(Date.now() / 1000);
    const token = new SignJWT(user === undefined ? {} : { data: { user } })
      .setProtectedHeader({ alg: 'EdDSA', kid: kid ?? this.publicKey.kid })
      .setIssuer(issuer ?? this.#issuer)
      .setIssuedAt(now)
      .setNotBefore(now + (notBefore ?? 0));
    if (lifetime !== undefined) token.setExpirationTime(now + lifetime);
    return token.sign(this.#privateKey);
  }
}
