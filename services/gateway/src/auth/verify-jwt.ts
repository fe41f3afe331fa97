import { errors, jwtVerify, type CryptoKey, type JWTHeaderParameters } from 'jose';
import { z } from 'zod';
import { msg, type Message, sentId, ServiceError } from '@svc/contracts';

/** The claims of a valid JWT. */
export interface JwtClaims {
  readonly userId: number;
  /** The claim `data.user.tv`: the user's token version when this token was issued. */
  readonly tokenVersion: number | undefined;
  /** The claim `jti`; absent in tokens issued before ids were introduced. */
  readonly tokenId?: string | undefined;
  /** The claim `iat`, in seconds. */
  readonly issuedAt?: number | undefined;
  /** The claim `sid`; absent in tokens issued before sessions were introduced. */
  readonly sessionId?: string | undefined;
}

/** A valid JWT, with the key and the expiry on which its validity depends. */
export interface VerifiedJwt {
  readonly claims: JwtClaims;
  readonly header: JWTHeaderParameters;
  readonly key: CryptoKey;
  /** The claim `exp`, in seconds. */
  readonly expiresAt: number;
}

/** Finds the key that a token's header names. Rejects with an error of jose when there is none. */
export type FindKey = (header: JWTHeaderParameters) => Promise<CryptoKey>;

/** The key and the issuer that a JWT must have. */
export interface Expected {
  readonly key: FindKey;
  readonly issuer: string;
}

/** Seconds by which the clock of an issuer may be ahead. Expiry has no tolerance. */
const clockTolerance = 10;

const claimsSchema = z.object({
  exp: z.number(),
  iat: z.number().optional(),
  jti: z.string().max(100).optional(),
  sid: z.string().max(100).optional(),
  data: z.object({
    user: z.object({ id: sentId, tv: z.int().min(0).optional() }),
  }),
});

/**
 * The claims of a JWT whose signature, issuer and times are valid (docs/guides/authentication.md#tokens-of-users).
 * @throws ServiceError `jwt_auth_invalid_token`, `jwt_auth_bad_iss` or `jwt_auth_bad_request`.
 */
export async function verifyJwt(token: string, expected: Expected): Promise<VerifiedJwt> {
  const { payload, protectedHeader, key } = await verifySignature(token, expected).catch((error: unknown) => {
    throw explain(error);
  });
  const expiresAt = payload.exp ?? 0;
  if (expiresAt <= Date.now() / 1000) throw invalidToken('Expired token');
  const claims = claimsSchema.safeParse(payload);
  if (!claims.success) throw new ServiceError('jwt_auth_bad_request', 'User ID not found in the token');
  const { id, tv } = claims.data.data.user;
  const { jti: tokenId, iat: issuedAt, sid: sessionId } = claims.data;
  return {
    claims: {
      userId: id,
      tokenVersion: tv,
      tokenId,
      issuedAt,
      ...(sessionId !== undefined && { sessionId }),
    },
    header: protectedHeader,
    key,
    expiresAt,
  };
}

function verifySignature(token: string, { key, issuer }: Expected) {
  return jwtVerify(token, key, {
    algorithms: ['EdDSA'],
    issuer,
    requiredClaims: ['exp'],
    clockTolerance,
  });
}

/** jose's errors in the words that clients know; other errors say nothing about the token and stay as they are. */
function explain(error: unknown): unknown {
  if (!(error instanceof errors.JOSEError)) return error;
  if (error instanceof errors.JWTExpired) return invalidToken('Expired token');
  if (error instanceof errors.JWSInvalid || error instanceof errors.JWTInvalid) {
    return invalidToken('Syntax error, malformed JSON');
  }
  if (!(error instanceof errors.JWTClaimValidationFailed)) {
    return invalidToken('Signature verification failed');
  }
  if (error.claim === 'iss') {
    return new ServiceError('jwt_auth_bad_iss', 'The iss do not match with this server');
  }
  return invalidToken(msg`The claim ${error.claim} is missing or not valid`);
}

function invalidToken(message: Message): ServiceError {
  return new ServiceError('jwt_auth_invalid_token', message);
}
