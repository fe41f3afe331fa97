import { randomBytes, timingSafeEqual } from 'node:crypto';
import { calculatePKCECodeChallenge, randomNonce, randomPKCECodeVerifier, randomState } from 'openid-client';
import { ServiceError, type InputOf, type LoginAnswer, type Message, type OutputOf } from '@svc/contracts';
import type {
  usersBeginProviderLogin,
  usersFinishProviderLogin,
  usersProviderLogout,
  usersRedeemProviderLogin,
  usersSignInOptions,
} from '@svc/contracts';
import { invalidParam, seal, unseal, type Call, type RequestClient } from '@svc/service-kit';
import { isDuplicateKey, type CommitCall, type Store, type Write } from '@svc/service-kit/store';
import type { AuditDraft, AuditedCall } from '../audit/audit-entry.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import { subjectOfUser } from '../audit/audit-of-user.ts';
import { createUser } from '../creation/create-user.ts';
import type { BearerLimiter } from '../limits/bearer-limiter.ts';
import { userEvent, type User, type UserDraft } from '../model/user.ts';
import { checkRoles, type RoleCatalogue } from '../roles/role-catalogue.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { UserStore } from '../store/user-store.ts';
import { namesOfClaims } from './names-of-claims.ts';
import { hashOf, type ProviderIdentity, type ProviderStore } from './provider-store.ts';
import type { Claims, Provider } from './provider.ts';
import { returnTarget } from './return-targets.ts';
import { refused } from './refused.ts';
import { rolesOfClaim, type RoleMapping } from './role-mapping.ts';

interface ProviderLoginsDeps {
  /** Undefined while no provider is configured. */
  readonly provider: Provider | undefined;
  /** The name of the provider on buttons. */
  readonly name: string;
  readonly stored: ProviderStore;
  readonly store: Store;
  readonly audit: AuditLog;
  readonly users: UserStore;
  readonly roles: RoleCatalogue;
  readonly sessions: Sessions;
  readonly limiter: BearerLimiter;
  /** The key that encrypts the secrets of logins under way. */
  readonly key: Buffer;
  readonly scopes: string;
  readonly returnTo: readonly string[];
  /** Whether users are found by a verified e-mail address. */
  readonly matchesEmail: boolean;
  /** Whether a new user may have an e-mail address about which the provider states nothing. */
  readonly acceptsUnverified: boolean;
  readonly roleClaim: string;
  /** The roles of new users; empty: unknown users are refused. */
  readonly roleMapping: RoleMapping;
  /** Whether users of the provider may log in with a password as well. */
  readonly hasPasswords: boolean;
  /** A hash that no password matches, for new users. */
  readonly noPassword: () => string;
}

const loginMs = 10 * 60_000;
const codeMs = 60_000;

export type ProviderLogins = ReturnType<typeof makeProviderLogins>;

/** Logins with an identity provider by OpenID Connect (docs/guides/sign-in.md). */
export function makeProviderLogins(deps: ProviderLoginsDeps) {
  const { stored, users, key, audit } = deps;

  function requireProvider(): Provider {
    if (deps.provider) return deps.provider;
    throw new ServiceError('rest_no_route', 'This installation has no identity provider.');
  }

  /** The user of an account at the provider. @throws ServiceError `sign_in_refused` */
  async function findUser(call: CommitCall, claims: Claims): Promise<User> {
    const id = `${claims.iss} ${claims.sub}`;
    const known = await userOfIdentity(id);
    if (known) return known;
    const identity = (userId: number): ProviderIdentity => {
      return { _id: id, userId, issuer: claims.iss, createdAt: new Date() };
    };
    try {
      return (await linkByEmail(call, claims, identity)) ?? (await create(call, claims, identity));
    } catch (error) {
      // Two first logins at once: the other one was faster, and has the identity, the name or the e-mail address.
      const isTaken = isDuplicateKey(error) || (error instanceof ServiceError && error.status === 403);
      const other = isTaken ? await userOfIdentity(id) : undefined;
      if (other) return other;
      throw error;
    }
  }

  async function userOfIdentity(id: string): Promise<User | undefined> {
    const identity = await stored.identity(id);
    return identity ? open(await users.byId(identity.userId)) : undefined;
  }

  async function linkByEmail(
    call: CommitCall,
    { email, email_verified: isVerified, iss }: Claims,
    identity: (userId: number) => ProviderIdentity,
  ): Promise<User | undefined> {
    if (!deps.matchesEmail || isVerified !== true || typeof email !== 'string') return undefined;
    const [user, another] = await users.byEmails([email]);
    if (!user || another) return undefined;
    open(user);
    if ((await stored.ofUser(user._id))?.issuer === iss)
      throw refused('Another account of the identity provider is linked with this user.');
    return deps.store.commit(call, async () => ({
      writes: [
        stored.link(identity(user._id)),
        audit.write(call, {
          action: 'provider_identity.linked',
          subject: subjectOfUser(user._id),
          userId: user._id,
          byUser: user._id,
          after: { issuer: iss },
        }),
      ],
      events: [userEvent('updated', user, ['provider_identity'])],
      answer: user,
    }));
  }

  async function create(
    call: CommitCall,
    claims: Claims,
    identity: (userId: number) => ProviderIdentity,
  ): Promise<User> {
    const roles = checkRoles(rolesOfClaim(claims[deps.roleClaim], deps.roleMapping), deps.roles);
    if (roles.length === 0)
      throw refused('Your account at the identity provider has no access here. Ask an administrator for it.');
    const draft: UserDraft = {
      ...namesOfClaims(claims, deps.acceptsUnverified),
      roles,
      locale: '',
      passwordHash: deps.noPassword(),
    };
    const { id } = await createUser(call, deps, {
      draft,
      alsoOf: (user) => [stored.link(identity(user._id))],
      answer: (created) => created,
      waitsAtMost: 0,
    }).catch((error: unknown) => {
      if (!(error instanceof ServiceError) || !takenCodes.includes(error.code)) throw error;
      throw refused('Another user has your name or e-mail address. Ask an administrator to change it.');
    });
    return open(await users.byId(id));
  }

  async function noteRefusal(call: AuditedCall, client: RequestClient, error: unknown): Promise<never> {
    if (error instanceof ServiceError && error.status < 500)
      await audit.note(call, { ...refusal(String(error.code)), client });
    throw error;
  }

  return {
    /** Begins a login, and returns the address of the provider. */
    async begin({ input, deadline }: Call<InputOf<typeof usersBeginProviderLogin>>) {
      const provider = requireProvider();
      const { redirect_uri: redirectUri, browser, code_challenge: codeChallenge = null } = input;
      const returnTo = returnTarget(input.return_to, deps.returnTo);
      if (codeChallenge !== null && !/^[\w-]{43}$/.test(codeChallenge))
        throw invalidParam({ code_challenge: 'code_challenge must be a SHA-256 in base64url' });
      const state = randomState();
      const nonce = randomNonce();
      const codeVerifier = randomPKCECodeVerifier();
      const url = await provider.loginUrl(
        {
          redirect_uri: redirectUri,
          scope: deps.scopes,
          state,
          nonce,
          code_challenge: await calculatePKCECodeChallenge(codeVerifier),
          code_challenge_method: 'S256',
        },
        deadline,
      );
      await stored.begin({
        _id: hashOf(state),
        browserHash: hashOf(browser),
        nonce,
        codeVerifier: seal(codeVerifier, key, state),
        redirectUri,
        returnTo,
        codeChallenge,
        expiresAt: new Date(Date.now() + loginMs),
      });
      return { url };
    },

    /** The ways to sign in, for a sign-in page. */
    options(): OutputOf<typeof usersSignInOptions> {
      return { provider: deps.provider ? { name: deps.name, start: '/auth/oidc/start' } : null };
    },

    /** Ends a login, and returns the address of the front end with a code in its fragment, which no server on the way sees. */
    async finish(call: Call<InputOf<typeof usersFinishProviderLogin>>) {
      const provider = requireProvider();
      const { query, browser, user_agent: device } = call.input;
      const state = new URLSearchParams(query).get('state') ?? '';
      const begun = await stored.take(state, browser);
      const codeVerifier = begun ? unseal(begun.codeVerifier, key, state) : undefined;
      if (!begun || codeVerifier === undefined)
        throw failed('This login was not begun in this browser, has ended, or took too long. Begin again.');
      const { nonce, redirectUri, returnTo, codeChallenge } = begun;
      const callback = new URL(redirectUri);
      callback.search = query;
      const claims = await provider.claims(callback, { state, nonce, codeVerifier }, call.deadline);
      const client = { address: call.input.address, device };
      const user = await findUser({ ...call, claim: undefined, client }, claims).catch((error: unknown) =>
        noteRefusal(call, client, error),
      );
      const code = randomBytes(32).toString('base64url');
      await stored.issue({
        _id: hashOf(code),
        userId: user._id,
        tokenVersion: user.tokenVersion,
        codeChallenge,
        device,
        expiresAt: new Date(Date.now() + codeMs),
      });
      const url = new URL(returnTo);
      url.hash = new URLSearchParams({ login_code: code }).toString();
      return { url: url.href };
    },

    /** Exchanges the code of a login for tokens. Wrong codes of an address are limited. */
    async redeem(call: Call<InputOf<typeof usersRedeemProviderLogin>>): Promise<LoginAnswer> {
      const { input } = call;
      const { code, code_verifier: verifier = '', refresh = false, issuer, address } = input;
      await deps.limiter.check(address);
      const redeemed = await stored.redeem(code);
      const isProved = redeemed && matchesChallenge(verifier, redeemed.codeChallenge);
      const user = isProved ? await users.byId(redeemed.userId) : null;
      if (!redeemed || !user || user.disabled || user.tokenVersion !== redeemed.tokenVersion) {
        await deps.limiter.failed(address);
        await audit.note(call, { ...refusal('code'), userId: user?._id, client: { address, device: '' } });
        throw failed('The code of the login is not valid, has expired or was used before. Begin again.');
      }
      const { device } = redeemed;
      await audit.note(call, {
        action: 'login.succeeded',
        subject: subjectOfUser(user._id),
        userId: user._id,
        byUser: user._id,
        after: { method: 'provider' },
        client: { address, device },
      });
      return deps.sessions.begin(user, { issuer, address, device, isRefreshed: refresh, factor: 'provider' });
    },

    /** The writes that remove the account of a user at the provider; empty for a user without one. */
    async removals(call: CommitCall, { _id: userId }: User): Promise<Write[]> {
      const identity = await stored.ofUser(userId);
      if (!identity) return [];
      return [
        ...stored.removals(userId),
        audit.write(call, {
          action: 'provider_identity.removed',
          subject: subjectOfUser(userId),
          userId,
          before: { issuer: identity.issuer },
        }),
      ];
    },

    /** The address that ends the session with the provider, or the front end when the provider has none. */
    async logoutUrl({ input, deadline }: Call<InputOf<typeof usersProviderLogout>>) {
      const returnTo = returnTarget(input.return_to, deps.returnTo);
      return { url: (await requireProvider().logoutUrl(returnTo, deadline)) ?? returnTo };
    },

    /** @throws ServiceError `password_login_off` for a user of the provider who may not log in with a password. */
    async checkPasswordLogin({ _id }: User, isRefused: () => Promise<void>): Promise<void> {
      if (deps.hasPasswords || !deps.provider || !(await stored.ofUser(_id))) return;
      await isRefused();
      throw new ServiceError(
        'password_login_off',
        'You log in with the account of your organisation, and not with a password.',
      );
    },
  };
}

const takenCodes: readonly unknown[] = ['username_exists', 'email_exists'];

/** The user, if they may log in. @throws ServiceError `sign_in_refused` */
function open(user: User | null): User {
  if (user && !user.disabled && !user.isServiceAccount) return user;
  throw refused('Your user is disabled. Ask an administrator.');
}

function refusal(reason: string): AuditDraft {
  return { action: 'login.refused', subject: 'users', after: { method: 'provider', reason } };
}

function matchesChallenge(verifier: string, challenge: string | null): boolean {
  if (challenge === null) return true;
  return timingSafeEqual(Buffer.from(hashOf(verifier)), Buffer.from(challenge));
}

function failed(message: Message): ServiceError {
  return new ServiceError('sign_in_failed', message);
}
