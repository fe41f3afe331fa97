import { msg, ServiceError, type Message } from '@svc/contracts';
import { invalidParam, seal, unseal } from '@svc/service-kit';
import type { CommitCall, FailureLimit, RateCounter, Store } from '@svc/service-kit/store';
import type { AuditDraft } from '../audit/audit-entry.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import { subjectOfUser } from '../audit/audit-of-user.ts';
import { userEvent, type User } from '../model/user.ts';
import type { SessionStore } from '../sessions/session-store.ts';
import type { Factor } from '../sessions/session.ts';
import { hashOfRecoveryCode, makeRecoveryCodes } from './recovery-codes.ts';
import type { SecondFactor, SecondFactorStore } from './second-factor-store.ts';
import { makeTotpSecret, otpauthUrl, periodOfCode } from './totp.ts';

interface SecondFactorsDeps {
  readonly store: Store;
  readonly factors: SecondFactorStore;
  readonly sessionStore: SessionStore;
  readonly audit: AuditLog;
  readonly failures: RateCounter;
  /** Wrong codes of a user before each further one delays the next attempt. */
  readonly attempts: number;
  /** The key that encrypts the secrets of apps. */
  readonly key: Buffer;
  /** The roles that require a second factor. */
  readonly roles: readonly string[];
  /** The name of the installation in apps. */
  readonly issuer: string;
}

/** Milliseconds in which a secret must be confirmed. */
const confirmationMs = 10 * 60_000;

/** The change of a user that events name. */
const changed = ['second_factor'];

export type SecondFactors = ReturnType<typeof makeSecondFactors>;

/** The second factors of users (docs/guides/second-factor.md). */
export function makeSecondFactors(deps: SecondFactorsDeps) {
  const { store, factors, sessionStore, failures, key, audit } = deps;

  const isRequired = ({ roles }: User) => roles.some((role) => deps.roles.includes(role));

  /** Limits the codes of a user from all addresses together: only somebody who has the password or a token can try them. */
  const limitOf = ({ _id }: User): FailureLimit => ({
    key: `code ${_id}`,
    max: deps.attempts,
    then: 'delay',
  });

  const checkLimit = (user: User) => failures.check('Too many wrong codes.', [limitOf(user)]);

  /** The period of a valid code of a secret. */
  function periodOf(user: User, sealed: string, code: string): number | undefined {
    const secret = unseal(sealed, key, nameOf(user));
    return secret === undefined ? undefined : periodOfCode(secret, code, new Date());
  }

  async function useCode(user: User, factor: SecondFactor, code: string): Promise<Factor | undefined> {
    const digits = code.replace(/\s/g, '');
    if (!/^\d{6}$/.test(digits))
      return (await factors.useRecoveryCode(user._id, hashOfRecoveryCode(code))) ? 'recovery' : undefined;
    const { totp } = factor;
    const period = totp ? periodOf(user, totp.secret, digits) : undefined;
    const isUsed = totp && period !== undefined && (await factors.usePeriod(user._id, totp, period));
    return isUsed ? 'totp' : undefined;
  }

  /**
   * Uses up a code of a user's second factor.
   * @param status that of the refusal.
   * @throws ServiceError `second_factor_required` for a wrong or used code, `too_many_requests` after many.
   */
  async function prove(user: User, factor: SecondFactor, given: Given): Promise<Factor> {
    const { code, status } = given;
    if (code === undefined || code === '') throw required(needsCode, status);
    await checkLimit(user);
    const used = await useCode(user, factor, code);
    if (used) {
      await failures.forget(limitOf(user).key);
      return used;
    }
    await failures.count(limitOf(user));
    await given.failed?.();
    throw required(wrongCode, status);
  }

  /** The second factor of a user in force. */
  async function inForce(user: User): Promise<SecondFactor | null> {
    const factor = await factors.ofUser(user._id);
    return factor?.totp ? factor : null;
  }

  return {
    isRequired,

    /** Whether a session may be used: its user has proved a second factor if a role of theirs requires one. */
    isProved: (user: User, session: { readonly factor?: Factor } | null | undefined) =>
      !isRequired(user) || session?.factor !== undefined,

    /**
     * Checks the second factor of a login whose password is right.
     * @returns the factor that the code proves; undefined for a user without one.
     * @throws ServiceError like `prove`.
     */
    async check(user: User, given: Omit<Given, 'status'>): Promise<Factor | undefined> {
      const factor = await inForce(user);
      return factor ? prove(user, factor, { ...given, status: 401 }) : undefined;
    },

    async describe(user: User) {
      const factor = await inForce(user);
      return {
        totp: Boolean(factor?.totp),
        recovery_codes: factor?.recoveryHashes.length ?? 0,
        required: isRequired(user),
      };
    },

    /** Begins with another secret. To replace one in force, a code is required. */
    async begin(user: User, code: string | undefined) {
      const factor = await inForce(user);
      if (factor) await prove(user, factor, { code, status: 403 });
      const secret = makeTotpSecret();
      await factors.begin(user._id, { secret: seal(secret, key, nameOf(user)), createdAt: new Date() });
      return {
        secret,
        otpauth_url: otpauthUrl(secret, { issuer: deps.issuer, label: user.username }),
      };
    },

    /** Confirms the secret that was begun, and makes recovery codes. The session of the request has proved the factor. */
    async confirm(call: CommitCall, user: User, code: string) {
      await checkLimit(user);
      const codes = makeRecoveryCodes();
      // A type assertion, because the compiler does not see the assignment in the callback.
      let isNew = false as boolean;
      await store.commit(
        call,
        async () => {
          const begun = (await factors.ofUser(user._id))?.begun;
          if (!begun || Date.now() - begun.createdAt.getTime() > confirmationMs) throw nothingBegun();
          const lastPeriod = periodOf(user, begun.secret, code.replace(/\s/g, ''));
          if (lastPeriod === undefined) {
            await failures.count(limitOf(user));
            throw required(wrongCode, 403);
          }
          const hashes = codes.map(hashOfRecoveryCode);
          return {
            writes: [
              factors.confirmation(user._id, { secret: begun.secret, lastPeriod }, hashes),
              sessionStore.proof(call.actor.sessionId, 'totp'),
              audit.write(call, auditOfFactor('second_factor.confirmed', user)),
            ],
            events: [userEvent('updated', user, changed)],
            answer: {},
          };
        },
        () => {
          isNew = true;
        },
      );
      await failures.forget(limitOf(user).key);
      return isNew ? { recovery_codes: codes } : {};
    },

    /** Removes the second factor of a user who has a code of it. */
    async remove(call: CommitCall, user: User, code: string): Promise<true> {
      if (isRequired(user)) throw required(cannotRemove, 403);
      const factor = await inForce(user);
      if (!factor) throw invalidParam({ code: 'you have no second factor' });
      await prove(user, factor, { code, status: 403 });
      return store.commit(call, async () => ({
        writes: [factors.removal(user._id), audit.write(call, auditOfFactor('second_factor.removed', user))],
        events: [userEvent('updated', user, changed)],
        answer: true as const,
      }));
    },

    /** The write that removes a user's second factor, if there is one. */
    removals: async (user: User) => ((await factors.ofUser(user._id)) ? [factors.removal(user._id)] : []),
  };
}

function auditOfFactor(action: string, { _id: userId }: User): AuditDraft {
  return { action, subject: subjectOfUser(userId), userId, after: { kind: 'totp' } };
}

/** A code that somebody sent. */
interface Given {
  readonly code: string | undefined;
  readonly status: 401 | 403;
  /** Called for a wrong code. */
  readonly failed?: () => Promise<void>;
}

const needsCode =
  'The account has a second factor: send its code as code. Clients that cannot send one use an API key in place of the password.';
const wrongCode =
  'The code of the second factor is wrong, has expired or was used before. Send the next one as code; clients that cannot send one use an API key.';
const cannotRemove = 'Your role requires a second factor. You may replace it, but not remove it.';

/** The refusal of a login whose user has to set up a second factor, with the token for it. */
export function setupRequired(token: string): ServiceError {
  return new ServiceError(
    'second_factor_required',
    'Your role requires a second factor. Set it up with data.setup_token as bearer, and log in again; clients that cannot send a code use an API key.',
    { data: { setup_token: token } },
  );
}

function required(message: Message, status: 401 | 403): ServiceError {
  return new ServiceError('second_factor_required', message, { status });
}

function nothingBegun(): ServiceError {
  const path = 'svc/v1/second-factor/totp';
  return invalidParam({ code: msg`there is no secret to confirm; begin again with POST ${path}` });
}

/** The name under which a secret is encrypted. */
function nameOf({ _id }: User): string {
  return `second factor ${_id}`;
}
