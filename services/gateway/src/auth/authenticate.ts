import { hash } from 'node:crypto';
import {
  isWellFormedApiKey,
  looksLikeApiKey,
  maxLineTextLength,
  ServiceError,
  type Actor,
} from '@svc/contracts';
import type { CallOrigin } from '../bus/service-caller.ts';
import { ActorCache } from './actor-cache.ts';
import type { JwtVerifier } from './jwt-verifier.ts';
import type { JwtClaims } from './verify-jwt.ts';

/** Where a request came from, with the context for lookups about its sender. */
export interface SentFrom extends CallOrigin {
  readonly address: string;
  /** Whether the request came over HTTPS, or is accepted without: from this machine, or with DEBUG_MODE. */
  readonly isSecure: boolean;
  /** Empty without a User-Agent header. */
  readonly userAgent: string;
}

/** The parts that know whose credentials are whose. */
export interface AuthDeps {
  readonly jwts: JwtVerifier;
  readonly users: ReturnType<typeof actorsOfUsers>;
  readonly apiKeys: ReturnType<typeof actorsOfApiKeys>;
  readonly siteLinks: ReturnType<typeof actorsOfSiteLinks>;
}

/** A cache of the actors of users, by their tokens: an old token may no longer be valid. */
export function actorsOfUsers(
  lookUp: (claims: JwtClaims, origin: CallOrigin) => Promise<Actor | null>,
  lifetime?: number,
) {
  const keyOf = ({ userId, tokenVersion, tokenId, issuedAt, sessionId }: JwtClaims) =>
    `${keyOfUser(userId)}${tokenVersion ?? ''}/${tokenId ?? ''}/${issuedAt ?? ''}/${sessionId ?? ''}`;
  return new ActorCache({ lookUp, keyOf, keepsRefusals: true }, lifetime);
}

/** The beginning of the keys of a user's actors. */
export function keyOfUser(userId: number): string {
  return `${userId}/`;
}

/** A request, with the network address that it came from. */
type Addressed = CallOrigin & { readonly address: string };

/** A cache of the actors of API keys. Refusals are not cached, because the users service counts them. */
export function actorsOfApiKeys(lookUp: (key: string, from: Addressed) => Promise<Actor | null>) {
  return new ActorCache({ lookUp, keyOf: digestOf, keepsRefusals: false });
}

/** A hash, so that bearers are not kept in memory. */
function digestOf(bearer: string): string {
  return hash('sha256', bearer, 'base64url');
}

/**
 * A cache of the actors of accepted bearers of site links. Refused bearers are not cached, because the users service
 * counts every failed attempt.
 */
export function actorsOfSiteLinks(lookUp: (bearer: string, from: Addressed) => Promise<Actor | null>) {
  // With the address, because a link may permit only one.
  const keyOf = (bearer: string, { address }: Addressed) => `${digestOf(bearer)} ${address}`;
  return new ActorCache({ lookUp, keyOf, keepsRefusals: false });
}

/**
 * The actor who sent a request: a user by a JWT (docs/guides/authentication.md#tokens-of-users) or by an API key
 * (docs/guides/api-keys.md), a site link by any other token (docs/guides/site-links.md#the-bearer). Every refusal of a JWT has the same code; `token/validate` has several.
 * @throws ServiceError `rest_cannot_access`, `key_ended` or `jwt_auth_invalid_token` with the reason for refusing the credentials, or
 * `service_unavailable` when they cannot be checked.
 */
export async function authenticate(
  authorization: string | undefined,
  deps: AuthDeps,
  from: SentFrom,
): Promise<Actor> {
  if (!authorization)
    throw new ServiceError('rest_cannot_access', 'Only authenticated users can access the REST API.');
  const token = readBearer(authorization);
  if (token !== undefined && looksLikeJwt(token))
    return userOfJwt(token, from, deps).catch((error: unknown) => {
      if (!(error instanceof ServiceError) || error.status >= 500) throw error;
      throw new ServiceError('jwt_auth_invalid_token', error.message, { cause: error });
    });
  if (token !== undefined && looksLikeApiKey(token)) return userOfApiKey(token, deps, from);
  // A bearer without HTTPS is not looked up, so the answer is the same for known and unknown ones.
  if (token !== undefined && !from.isSecure) throw new ServiceError('rest_cannot_access', needsHttps);
  const isPossible = token !== undefined && token.length <= maxLineTextLength;
  const actor = isPossible ? await deps.siteLinks.get(token, from) : null;
  if (!actor) throw new ServiceError('rest_cannot_access', 'Invalid token');
  return actor;
}

async function userOfApiKey(key: string, { apiKeys }: AuthDeps, from: SentFrom): Promise<Actor> {
  if (!isWellFormedApiKey(key))
    throw new ServiceError(
      'rest_cannot_access',
      'The API key is incomplete or mistyped: its checksum is wrong.',
    );
  const actor = await apiKeys.get(key, from);
  if (actor) return actor;
  throw new ServiceError('rest_cannot_access', 'Invalid token');
}

const needsHttps =
  'The token of a site link is accepted over HTTPS only: use an https address. Behind a proxy, TRUST_PROXY has to be set; for a trial, DEBUG_MODE accepts it without HTTPS.';

/**
 * The answer of `token/validate` (docs/guides/authentication.md#tokens-of-users): `false` without a bearer that could be a
 * JWT.
 * @throws ServiceError `jwt_auth_bad_auth_header`, or the reason why the token is not valid.
 */
export async function validateToken(
  authorization: string | undefined,
  origin: CallOrigin,
  deps: AuthDeps,
): Promise<unknown> {
  const token = readBearer(authorization);
  if (!token?.includes('.')) return false;
  if (!looksLikeJwt(token))
    throw new ServiceError('jwt_auth_bad_auth_header', 'Authorization header malformed.');
  await userOfJwt(token, origin, deps);
  return { code: 'jwt_auth_valid_token', data: { status: 200 } };
}

/**
 * The user of a JWT.
 * @throws ServiceError like `JwtVerifier.verify`; `jwt_auth_invalid_token` when the user is deleted, disabled or has a
 * new password; `service_unavailable` when the users service does not answer.
 */
async function userOfJwt(token: string, origin: CallOrigin, { jwts, users }: AuthDeps): Promise<Actor> {
  const actor = await users.get(await jwts.verify(token), origin);
  if (actor) return actor;
  throw new ServiceError(
    'jwt_auth_invalid_token',
    'The token is no longer valid: its user was deleted or disabled, signed out or changed the password. Log in again.',
  );
}

/** The token of an `Authorization: Bearer …` header; undefined without one. The scheme's case does not matter. */
function readBearer(authorization: string | undefined): string | undefined {
  return /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
}

/** Whether a token has the three parts of a JWT. */
function looksLikeJwt(token: string): boolean {
  return token.split('.').length === 3;
}
