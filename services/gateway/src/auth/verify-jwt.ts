import { errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import { ServiceError } from '@svc/contracts';

/** What a valid JWT says. */
export interface JwtClaims {
  readonly userId: number;
  /** The claim `data.user.tv`: the version of the user's tokens that this one belongs to. */
  readonly tokenVersion: number | undefined;
}

/** Clocks of two machines differ: a token may be from that many seconds ahead. None of it is granted at its end. */
const clockTolerance = 10;

const claimsSchema = z.object({
  exp: z.number(),
  data: z.object({
    user: z.object({ id: z.coerce.number().int().min(1), tv: z.int().min(0).optional() }),
  }),
});

/**
 * What a JWT says, once its signature, issuer and times are found right (facts of token/validate).
 * @throws ServiceError `jwt_auth_invalid_token`, `jwt_auth_bad_iss` or `jwt_auth_bad_request`.
 */
export async function verifyJwt(
  token: string,
  expected: { readonly key: JWTVerifyGetKey; readonly issuer: string },
): Promise<JwtClaims> {
  const payload = await verifySignature(token, expected).catch((error: unknown) => {
    throw explain(error);
  });
  if ((payload.exp ?? 0) <= Date.now() / 1000) throw invalidToken('Expired token');
  const claims = claimsSchema.safeParse(payload);
  if (!claims.success) throw new ServiceError('jwt_auth_bad_request', 'User ID not found in the token');
  const { id, tv } = claims.data.data.user;
  return { userId: id, tokenVersion: tv };
}

async function verifySignature(
  token: string,
  expected: { readonly key: JWTVerifyGetKey; readonly issuer: string },
): Promise<JWTPayload> {
  const { payload } = await jwtVerify(token, expected.key, {
    algorithms: ['EdDSA'],
    issuer: expected.issuer,
    requiredClaims: ['exp'],
    clockTolerance,
  });
  return payload;
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
  return invalidToken(`The claim ${error.claim} is missing or does not hold`);
}

function invalidToken(message: string): ServiceError {
  return new ServiceError('jwt_auth_invalid_token', message);
}
