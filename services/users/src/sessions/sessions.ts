import { ServiceError, type LoginAnswer } from '@svc/contracts';
import type { CommitCall } from '@svc/service-kit/store';
import { localeOf } from '../model/locale.ts';
import { nicename } from '../model/names.ts';
import type { User } from '../model/user.ts';
import type { UserStore } from '../store/user-store.ts';
import type { SigningKeys } from '../tokens/signing-keys.ts';
import { formatRefreshToken, parseRefreshToken, type RefreshToken } from './refresh-token.ts';
import type { SessionStore } from './session-store.ts';
import { isCurrentSession, type Factor, type Session, type ValidRefresh } from './session.ts';

/** Milliseconds in which a used refresh token gets the same answer again: two tabs of a browser, or a lost answer. */
const graceMs = 5_000;

interface SessionsDeps {
  readonly store: SessionStore;
  readonly users: UserStore;
  readonly signingKeys: SigningKeys;
  /** The key of the MAC of refresh tokens. */
  readonly key: Buffer;
  /** Seconds for which access tokens are valid: with a refresh token, and without. */
  readonly accessSeconds: number;
  readonly tokenSeconds: number;
  /** Seconds after its last use for which a refresh token is valid. */
  readonly refreshSeconds: number;
  /** Whether a session may be used: see `SecondFactors.isProved`. */
  readonly isProved: (user: User, session: Session) => boolean;
}

/** A login. */
interface Login {
  readonly issuer: string;
  readonly address: string;
  readonly device: string;
  readonly isRefreshed: boolean;
  readonly factor?: Factor | undefined;
}

/** Seconds for which the token of a session that sets up a second factor is valid. */
const setupSeconds = 10 * 60;

export type Sessions = ReturnType<typeof makeSessions>;

/** Issues the tokens of sessions (docs/guides/sessions.md). */
export function makeSessions(deps: SessionsDeps) {
  const { store, users, key } = deps;
  const answerOf = (user: User, session: Session, issuer: string) =>
    answerWithTokens(deps, { user, session, issuer });
  return {
    /** Begins a session, and answers the login. */
    async begin(user: User, { issuer, factor, ...login }: Login): Promise<LoginAnswer> {
      const now = new Date();
      const seconds = login.isRefreshed ? deps.refreshSeconds : deps.tokenSeconds;
      const draft = { ...login, ...(factor && { factor }), expiresAt: secondsAfter(now, seconds) };
      return answerOf(user, await store.begin(user, draft, now), issuer);
    },

    /** Begins a session that only sets up a second factor, and returns its token. */
    async beginSetup(user: User, { issuer, address, device }: Omit<Login, 'isRefreshed'>): Promise<string> {
      const now = new Date();
      const expiresAt = secondsAfter(now, setupSeconds);
      const draft = { address, device, isRefreshed: false, isForSetup: true, expiresAt } as const;
      return (await answerOf(user, await store.begin(user, draft, now), issuer)).token;
    },

    /**
     * Exchanges a refresh token.
     * @throws ServiceError `refresh_token_invalid`, or `refresh_token_reused` when the token was used before; then the session has ended.
     */
    async refresh(call: CommitCall, text: string, { issuer, address }: Pick<Login, 'issuer' | 'address'>) {
      const token = parseRefreshToken(text, key);
      const session = token && (await store.byId(token.sessionId));
      const user = session && (await users.byId(session.userId));
      if (!session || !user || user.disabled) throw invalid();
      if (session.endedBy === 'reuse') throw reused();
      if (!session.refresh || !isCurrentSession(session, user, new Date())) throw invalid();
      if (!deps.isProved(user, session)) throw invalid();
      // Nobody waits for the answer of a request whose reads took too long, and its client still has the old token.
      call.deadline.check();
      const next = await nextSession(token, session, { user, address });
      if (next) return answerOf(user, next, issuer);
      // Without the claim: its answer is not that of this request.
      await store.end({ ...call, claim: undefined }, user, session._id, 'reuse').catch(unlessEnded);
      throw reused();
    },
  };

  /** The session with the token that follows the given one; undefined when that was used before, longer ago than the grace period. */
  async function nextSession(
    { number }: RefreshToken,
    session: Session,
    { user, address }: { user: User; address: string },
  ): Promise<Session | undefined> {
    const { refresh: valid } = session;
    if (valid?.number === number) {
      const { tokenVersion } = user;
      const rotated = await store.rotate(session, valid, {
        tokenVersion,
        address,
        seconds: deps.refreshSeconds,
      });
      if (rotated) return rotated;
    }
    const stored = await store.byId(session._id);
    return stored?.endedBy === null && isGraced(stored.refresh, number) ? stored : undefined;
  }
}

/** Whether a number precedes the valid one, which became valid a moment ago. */
function isGraced(valid: ValidRefresh | null, number: number): boolean {
  return valid?.number === number + 1 && Date.now() - valid.since.getTime() <= graceMs;
}

/** The answer to a login or a refresh. For the same state of a session it is the same, whichever instance makes it. */
async function answerWithTokens(
  { signingKeys, key, accessSeconds, tokenSeconds }: SessionsDeps,
  { user, session, issuer }: { user: User; session: Session; issuer: string },
): Promise<LoginAnswer> {
  const { _id: sessionId, refresh, createdAt, isForSetup } = session;
  const ofPlain = isForSetup ? setupSeconds : tokenSeconds;
  const seconds = refresh ? accessSeconds : ofPlain;
  const token = await signingKeys.issue(user, {
    issuer,
    sessionId,
    tokenId: `${sessionId}.${refresh?.number ?? 0}`,
    issuedAt: refresh?.since ?? createdAt,
    seconds,
  });
  return {
    token,
    user_email: user.email,
    user_nicename: nicename(user.username),
    user_display_name: user.displayName,
    locale: localeOf(user),
    ...(refresh && {
      refresh_token: formatRefreshToken({ sessionId, number: refresh.number }, key),
      expires_in: seconds,
    }),
  };
}

function secondsAfter(time: Date, seconds: number): Date {
  return new Date(time.getTime() + seconds * 1_000);
}

function invalid(): ServiceError {
  return new ServiceError(
    'refresh_token_invalid',
    'The refresh token is not valid, has expired, or its session was ended. Log in again.',
  );
}

function reused(): ServiceError {
  return new ServiceError(
    'refresh_token_reused',
    'The refresh token was used before, so the session was ended: somebody else may have it. Log in again.',
  );
}

/** Another request has ended the session meanwhile. */
function unlessEnded(error: unknown): void {
  if (!(error instanceof ServiceError) || error.code !== 'rest_invalid_param') throw error;
}
