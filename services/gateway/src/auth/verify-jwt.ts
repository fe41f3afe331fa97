import { errors, jwtVerify, type CryptoKey, type JWTHeaderParameters } from 'jose';
import { z } from 'zod';
import { msg, type Message, ServiceError } from '@svc/contracts';

/** What a valid JWT says. */
export interface JwtClaims {
  readonly userId: number;
  /** The claim `data.user.tv`: the version of the user's tokens that this one belongs to. */
  readonly tokenVersion: number | undefined;
  /** The claim `jti`; tokens that were issued before there were ids have none. */
  readonly tokenId?: string | undefined;
}

/** A JWT that was found right, with what it depends on that it still is. */
export interface VerifiedJwt {
  readonly claims: JwtClaims;
  readonly header: JWTHeaderParameters;
  /** The key that it is signed with. */
  readonly key: CryptoKey;
  /** Seconds, of the claim `exp`. */
  readonly expiresAt: number;
}

/** Finds the key that a token's header names. Rejects with an error of jose when there is none. */
export type FindKey = (header: JWTHeaderParameters) => Promise<CryptoKey>;

/** What a JWT has to agree with. */
export interface Expected {
  readonly key: FindKey;
  readonly issuer: string;
}

/** Clocks of two machines differ: a token may be from that many seconds ahead. None of it is granted at its end. */
const clockTolerance = 10;

/** A text, as tokens of this service have it, or a number; not all that could be read as one. */
const userId = z.union([
  z.int().min(1),
  z
    .string()
    .regex(/^[1-9]\d{0,14}$/)
    .transform(Number),
]);

const claimsSchema = z.object({
  exp: z.number(),
  jti: z.string().max(100).optional(),
  data: z.object({
    user: z.object({ id: userId, tv: z.int().min(0).optional() }),
  }),
});

/**
 * What a JWT says, once its signature, issuer and times are found right (docs/authentication.md#tokens-of-users).
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
  const tokenId = claims.data.jti;
  return { claims: { userId: id, tokenVersion: tv, tokenId }, header: protectedHeader, key, expiresAt };
}

function verifySignature(token: string, { key, issuer }: Expected) {
  return jwtVerify(token, key, {
    algorithms: ['EdDSA'],
    issuer,
    requiredClaims: ['exp'],
    clockTolerance,
  });
}

/** jose's errors in the words that clients know; anything else is no verdict on the token and stays as it is. */
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
