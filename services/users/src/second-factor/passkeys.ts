import { createHmac } from 'node:crypto';
import {
  ServiceError,
  type Assertion,
  type AssertionOptions,
  type Attestation,
  type CreationOptions,
} from '@svc/contracts';
import type { Logger } from '@svc/service-kit';
import type { User } from '../model/user.ts';
import { challengeMs, type ChallengePurpose, type PasskeyChallenges } from './passkey-challenges.ts';
import type { RelyingParty } from './relying-party.ts';
import type { Passkey, SecondFactor, SecondFactorStore } from './second-factor-store.ts';
import {
  algorithms,
  challengeOf,
  InvalidPasskey,
  verifyAssertion,
  verifyNewPasskey,
} from './verify-passkey.ts';

interface PasskeysDeps {
  readonly factors: SecondFactorStore;
  readonly challenges: PasskeyChallenges;
  /** Null for an installation without passkeys. */
  readonly party: RelyingParty | null;
  /** The key of the MAC that names users to authenticators. */
  readonly key: Buffer;
  readonly log: Logger;
}

/** The outcome of an answer: `cloned` when its counter shows that another device has the same key. */
export type PasskeyUse = 'accepted' | 'refused' | 'cloned';

/** The policy for authenticators: the password is the other factor, so that verification of the user is not required. */
const policy = { residentKey: 'preferred', userVerification: 'preferred' } as const;

const noChallenge = 'the challenge is unknown, was used, or has expired';

export type Passkeys = ReturnType<typeof makePasskeys>;

/** The ceremonies of WebAuthn: new passkeys, and their answers to challenges (docs/guides/second-factor.md#passkeys). */
export function makePasskeys({ factors, challenges, party, key, log }: PasskeysDeps) {
  function requireParty(): RelyingParty {
    if (party) return party;
    throw new ServiceError(
      'passkey_refused',
      'This installation has no passkeys: they need a domain and HTTPS. Set an app up.',
    );
  }

  /** Logs why an answer is refused, for operators: the user cannot do anything about it. */
  function noteRefusal({ _id: userId }: User, error: unknown): void {
    if (!(error instanceof InvalidPasskey)) throw error;
    log.info({ userId, reason: error.message.slice(0, 300) }, 'passkey refused');
  }

  async function verify(
    user: User,
    factor: SecondFactor,
    { assertion, purpose }: { readonly assertion: Assertion; readonly purpose: ChallengePurpose },
  ): Promise<{ readonly passkey: Passkey; readonly counter: number }> {
    const challenge = await challengeOf(assertion.response);
    if (!(await challenges.take(challenge, user, purpose))) throw new InvalidPasskey(noChallenge);
    const passkey = passkeysOf(factor).find(({ credentialId }) => credentialId === assertion.id);
    if (!passkey || !party) throw new InvalidPasskey('the passkey is not one of the user');
    return { passkey, counter: await verifyAssertion(assertion, challenge, { passkey, party }) };
  }

  return {
    /** The domain of passkeys; null without any. */
    domain: party?.id ?? null,

    /** Options for an answer of a passkey of the user; undefined for a user without any. */
    async options(
      user: User,
      factor: SecondFactor,
      purpose: ChallengePurpose,
    ): Promise<AssertionOptions | undefined> {
      if (!party || passkeysOf(factor).length === 0) return undefined;
      return {
        challenge: await challenges.issue(user, purpose),
        rpId: party.id,
        timeout: challengeMs,
        userVerification: policy.userVerification,
        allowCredentials: passkeysOf(factor).map(descriptor),
      };
    },

    /** Uses the answer of a passkey up, and its challenge. */
    async use(
      user: User,
      factor: SecondFactor,
      answer: { readonly assertion: Assertion; readonly purpose: ChallengePurpose },
    ): Promise<PasskeyUse> {
      try {
        const { passkey, counter } = await verify(user, factor, answer);
        return (await factors.usePasskey(user._id, passkey, counter)) ? 'accepted' : 'cloned';
      } catch (error) {
        noteRefusal(user, error);
        return 'refused';
      }
    },

    /** Options for another passkey of the user. @param isProved whether a second factor was proved for it. */
    async creationOptions(
      user: User,
      factor: SecondFactor | null,
      isProved: boolean,
    ): Promise<CreationOptions> {
      const { id, name } = requireParty();
      return {
        rp: { id, name },
        user: {
          id: createHmac('sha256', key).update(`passkeys of ${user._id}`).digest('base64url'),
          name: user.username,
          displayName: user.displayName,
        },
        challenge: await challenges.issue(user, 'create', { isProved }),
        pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
        timeout: challengeMs,
        attestation: 'none',
        authenticatorSelection: policy,
        excludeCredentials: passkeysOf(factor).map(descriptor),
      };
    },

    /** Verifies a new passkey of a user. @throws ServiceError `passkey_refused` */
    async verifyNew(user: User, attestation: Attestation) {
      const relyingParty = requireParty();
      try {
        const challenge = await challengeOf(attestation.response);
        const begun = await challenges.find(challenge, user, 'create');
        if (!begun) throw new InvalidPasskey(noChallenge);
        const passkey = await verifyNewPasskey(attestation, challenge, relyingParty);
        return { passkey, isProved: begun.isProved, taking: challenges.taking(begun) };
      } catch (error) {
        noteRefusal(user, error);
        throw passkeyRefused();
      }
    },
  };
}

export function passkeysOf(factor: SecondFactor | null): readonly Passkey[] {
  return factor?.passkeys ?? [];
}

/** The refusal of a new passkey, whatever is wrong with it. */
export function passkeyRefused(): ServiceError {
  return new ServiceError(
    'passkey_refused',
    'The passkey was not added: its options were used before or have expired, or it was made at another address. Begin again.',
  );
}

function descriptor({ credentialId, transports }: Passkey) {
  return { id: credentialId, type: 'public-key' as const, transports: [...transports] };
}
