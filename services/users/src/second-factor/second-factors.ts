import { msg, ServiceError } from '@svc/contracts';
import { invalidParam, seal, type Logger } from '@svc/service-kit';
import type { CommitCall, RateCounter, Store } from '@svc/service-kit/store';
import type { AuditLog } from '../audit/audit-log.ts';
import { userEvent, type User } from '../model/user.ts';
import type { SessionStore } from '../sessions/session-store.ts';
import type { Factor } from '../sessions/session.ts';
import { auditOfFactor, cannotRemove, changed } from './factor-changes.ts';
import {
  makeFactorProof,
  nameOfSecret,
  wrongCodeOfSetup,
  type Proof,
  type ProofFailure,
} from './factor-proof.ts';
import { makePasskeyChanges } from './passkey-changes.ts';
import type { PasskeyChallenges } from './passkey-challenges.ts';
import { makePasskeys, passkeysOf } from './passkeys.ts';
import { hashOfRecoveryCode, makeRecoveryCodes } from './recovery-codes.ts';
import type { RelyingParty } from './relying-party.ts';
import type { SecondFactorStore } from './second-factor-store.ts';
import { makeTotpSecret, otpauthUrl } from './totp.ts';

interface SecondFactorsDeps {
  readonly store: Store;
  readonly factors: SecondFactorStore;
  readonly challenges: PasskeyChallenges;
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
  /** The site of passkeys; null without any. */
  readonly party: RelyingParty | null;
  readonly log: Logger;
}

/** Milliseconds in which a secret must be confirmed. */
const confirmationMs = 10 * 60_000;

export type SecondFactors = ReturnType<typeof makeSecondFactors>;

/** The second factors of users (docs/guides/second-factor.md). */
export function makeSecondFactors(deps: SecondFactorsDeps) {
  const { store, factors, sessionStore, key, audit } = deps;
  const passkeys = makePasskeys(deps);
  const proof = makeFactorProof({ ...deps, passkeys });

  const isRequired = ({ roles }: User) => roles.some((role) => deps.roles.includes(role));

  return {
    isRequired,

    /** Whether a session may be used: its user has proved a second factor if a role of theirs requires one. */
    isProved: (user: User, session: { readonly factor?: Factor } | null | undefined) =>
      !isRequired(user) || session?.factor !== undefined,

    /**
     * Checks the second factor of a login whose password is right.
     * @returns the factor that was proved; undefined for a user without one.
     * @throws ServiceError `second_factor_required` for a wrong or used proof, `too_many_requests` after many.
     */
    async check(
      user: User,
      given: Proof,
      failed: (reason: ProofFailure) => Promise<void>,
    ): Promise<Factor | undefined> {
      const factor = await proof.inForce(user);
      return factor ? proof.prove(user, factor, { proof: given, purpose: 'login', failed }) : undefined;
    },

    async describe(user: User) {
      const factor = await proof.inForce(user);
      return {
        totp: Boolean(factor?.totp),
        passkeys: passkeysOf(factor).length,
        recovery_codes: factor?.recoveryHashes.length ?? 0,
        required: isRequired(user),
        passkey_domain: passkeys.domain,
      };
    },

    /** Begins with another secret. To replace one in force, or beside a passkey, a proof is required. */
    async begin(user: User, given: Proof) {
      const factor = await proof.inForce(user);
      if (factor) await proof.prove(user, factor, { proof: given, purpose: 'change' });
      const secret = makeTotpSecret();
      const sealed = seal(secret, key, nameOfSecret(user));
      await factors.begin(user._id, { secret: sealed, createdAt: new Date() });
      return {
        secret,
        otpauth_url: otpauthUrl(secret, { issuer: deps.issuer, label: user.username }),
      };
    },

    /** Confirms the secret that was begun, and makes recovery codes. The session of the request has proved the factor. */
    async confirm(call: CommitCall, user: User, code: string) {
      await proof.checkLimit(user);
      const codes = makeRecoveryCodes();
      // A type assertion, because the compiler does not see the assignment in the callback.
      let isNew = false as boolean;
      await store.commit(
        call,
        async () => {
          const begun = (await factors.ofUser(user._id))?.begun;
          if (!begun || Date.now() - begun.createdAt.getTime() > confirmationMs) throw nothingBegun();
          const lastPeriod = proof.periodOf(user, begun.secret, code.replace(/\s/g, ''));
          if (lastPeriod === undefined) {
            await proof.countFailure(user);
            throw wrongCodeOfSetup();
          }
          const hashes = codes.map(hashOfRecoveryCode);
          return {
            writes: [
              factors.confirmation(user._id, { secret: begun.secret, lastPeriod }, hashes),
              sessionStore.proof(call.actor.sessionId, 'totp'),
              audit.write(call, auditOfFactor('second_factor.confirmed', user, { kind: 'totp' })),
            ],
            events: [userEvent('updated', user, changed)],
            answer: {},
          };
        },
        () => {
          isNew = true;
        },
      );
      await proof.forgetFailures(user);
      return isNew ? { recovery_codes: codes } : {};
    },

    /** Removes the app of a user who proves the second factor; without passkeys, the recovery codes too. */
    async remove(call: CommitCall, user: User, given: Proof): Promise<true> {
      const removable = async () => {
        const factor = await proof.inForce(user);
        const isLast = passkeysOf(factor).length === 0;
        if (isLast && isRequired(user)) throw cannotRemove();
        if (!factor?.totp) throw invalidParam({ code: 'you have no app that makes codes' });
        return { factor, isLast };
      };
      const { factor } = await removable();
      await proof.prove(user, factor, { proof: given, purpose: 'change' });
      return store.commit(call, async () => ({
        writes: [
          factors.totpRemoval(user._id, await removable()),
          audit.write(call, auditOfFactor('second_factor.removed', user, { kind: 'totp' })),
        ],
        events: [userEvent('updated', user, changed)],
        answer: true as const,
      }));
    },

    ...makePasskeyChanges({ ...deps, passkeys, proof, isRequired }),

    /** The write that removes a user's second factor, if there is one. */
    removals: async (user: User) => ((await factors.ofUser(user._id)) ? [factors.removal(user._id)] : []),
  };
}

/** The refusal of a login whose user has to set up a second factor, with the token for it. */
export function setupRequired(token: string): ServiceError {
  return new ServiceError(
    'second_factor_required',
    'Your role requires a second factor. Set it up with data.setup_token as bearer, and log in again; clients that cannot send a code use an API key.',
    { data: { setup_token: token } },
  );
}

function nothingBegun(): ServiceError {
  const path = 'svc/v1/second-factor/totp';
  return invalidParam({ code: msg`there is no secret to confirm; begin again with POST ${path}` });
}
