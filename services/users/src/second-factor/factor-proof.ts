import { ServiceError, type Assertion, type Message } from '@svc/contracts';
import { unseal } from '@svc/service-kit';
import type { FailureLimit, RateCounter } from '@svc/service-kit/store';
import type { User } from '../model/user.ts';
import type { LoginFailure } from '../passwords/check-password.ts';
import type { Factor } from '../sessions/session.ts';
import { passkeysOf, type Passkeys } from './passkeys.ts';
import { hashOfRecoveryCode } from './recovery-codes.ts';
import type { SecondFactor, SecondFactorStore } from './second-factor-store.ts';
import { periodOfCode } from './totp.ts';

interface FactorProofDeps {
  readonly factors: SecondFactorStore;
  readonly passkeys: Passkeys;
  readonly failures: RateCounter;
  /** Wrong codes of a user before each further one delays the next attempt. */
  readonly attempts: number;
  /** The key that encrypts the secrets of apps. */
  readonly key: Buffer;
}

/** A code, or the answer of a passkey, that somebody sent. */
export interface Proof {
  readonly code?: string | undefined;
  readonly passkey?: Assertion | undefined;
}

/** Why a proof is refused, for the audit log. */
export type ProofFailure = Exclude<LoginFailure, 'password_login_off'>;

interface Given {
  readonly proof: Proof;
  readonly purpose: 'login' | 'change';
  /** Called for a wrong proof. */
  readonly failed?: (reason: ProofFailure) => Promise<void>;
}

const needsCode =
  'The account has a second factor: send its code as code. Clients that cannot send one use an API key in place of the password.';
const needsPasskey =
  'The account has a second factor: use a passkey with the options in data.passkey and send its answer as passkey, or send a code as code. Clients that can send neither use an API key in place of the password.';
const wrongCode =
  'The code of the second factor is wrong, has expired or was used before. Send the next one as code; clients that cannot send one use an API key.';
const wrongPasskey =
  'The passkey was not accepted: it is not one of this account, or its options have expired or were used before. Try again with the options in data.passkey.';

const statuses = { login: 401, change: 403 } as const;

export type FactorProof = ReturnType<typeof makeFactorProof>;

/** Proofs of second factors: codes of an app, recovery codes, and answers of passkeys. Each is accepted once. */
export function makeFactorProof({ factors, passkeys, failures, attempts, key }: FactorProofDeps) {
  /** Limits the proofs of a user from all addresses together: only somebody who has the password or a token can try them. */
  const limitOf = ({ _id }: User): FailureLimit => ({ key: `code ${_id}`, max: attempts, then: 'delay' });

  async function useCode(user: User, factor: SecondFactor, code: string): Promise<Factor | undefined> {
    const digits = code.replace(/\s/g, '');
    if (!/^\d{6}$/.test(digits))
      return (await factors.useRecoveryCode(user._id, hashOfRecoveryCode(code))) ? 'recovery' : undefined;
    const { totp } = factor;
    const period = totp ? proof.periodOf(user, totp.secret, digits) : undefined;
    const isUsed = totp && period !== undefined && (await factors.usePeriod(user._id, totp, period));
    return isUsed ? 'totp' : undefined;
  }

  async function use(
    user: User,
    factor: SecondFactor,
    { proof: { code = '', passkey }, purpose }: Given,
  ): Promise<{ readonly used?: Factor; readonly reason: ProofFailure }> {
    if (!passkey) {
      const used = await useCode(user, factor, code);
      return { ...(used && { used }), reason: 'second_factor' };
    }
    const outcome = await passkeys.use(user, factor, { assertion: passkey, purpose });
    if (outcome === 'accepted') return { used: 'passkey', reason: 'second_factor' };
    return { reason: outcome === 'cloned' ? 'passkey_counter' : 'second_factor' };
  }

  /** The refusal, with the ways to prove the factor: only somebody with the password or a token sees them. */
  async function refusal(user: User, { purpose }: Given, message: Message): Promise<ServiceError> {
    const factor = await factors.ofUser(user._id);
    const options = factor ? await passkeys.options(user, factor, purpose) : undefined;
    const methods = [
      ...(options ? ['passkey'] : []),
      ...(factor?.totp ? ['totp'] : []),
      ...(factor && factor.recoveryHashes.length > 0 ? ['recovery_code'] : []),
    ];
    return new ServiceError('second_factor_required', message, {
      status: statuses[purpose],
      data: { methods, ...(options && { passkey: options }) },
    });
  }

  const proof = {
    /** @throws ServiceError `too_many_requests` after many wrong codes. */
    checkLimit: (user: User) => failures.check('Too many wrong codes.', [limitOf(user)]),

    countFailure: (user: User) => failures.count(limitOf(user)),

    forgetFailures: (user: User) => failures.forget(limitOf(user).key),

    /** The period of a valid code of an encrypted secret; undefined for another code. */
    periodOf(user: User, sealed: string, code: string): number | undefined {
      const secret = unseal(sealed, key, nameOfSecret(user));
      return secret === undefined ? undefined : periodOfCode(secret, code, new Date());
    },

    /** The second factor of a user in force: an app, passkeys, or both. */
    async inForce(user: User): Promise<SecondFactor | null> {
      const factor = await factors.ofUser(user._id);
      return factor && (factor.totp || passkeysOf(factor).length > 0) ? factor : null;
    },

    /**
     * Uses up a proof of a user's second factor.
     * @throws ServiceError `second_factor_required` for a wrong or used proof, `too_many_requests` after many.
     */
    async prove(user: User, factor: SecondFactor, given: Given): Promise<Factor> {
      const { code, passkey } = given.proof;
      if (!passkey && (code === undefined || code === ''))
        throw await refusal(user, given, passkeysOf(factor).length > 0 ? needsPasskey : needsCode);
      await proof.checkLimit(user);
      const { used, reason } = await use(user, factor, given);
      if (used) {
        await proof.forgetFailures(user);
        return used;
      }
      await proof.countFailure(user);
      await given.failed?.(reason);
      throw await refusal(user, given, passkey ? wrongPasskey : wrongCode);
    },
  };
  return proof;
}

/** The name under which the secret of an app is encrypted. */
export function nameOfSecret({ _id }: User): string {
  return `second factor ${_id}`;
}

/** The refusal of a wrong code while an app is set up. */
export function wrongCodeOfSetup(): ServiceError {
  return new ServiceError('second_factor_required', wrongCode, { status: 403 });
}
