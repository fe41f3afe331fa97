import { randomBytes } from 'node:crypto';
import { msg, type Attestation, type ListedPasskey } from '@svc/contracts';
import { invalidParam } from '@svc/service-kit';
import { isDuplicateKey, type CommitCall, type Store } from '@svc/service-kit/store';
import type { AuditLog } from '../audit/audit-log.ts';
import { userEvent, type User } from '../model/user.ts';
import type { SessionStore } from '../sessions/session-store.ts';
import { auditOfFactor, cannotRemove, changed } from './factor-changes.ts';
import type { FactorProof, Proof } from './factor-proof.ts';
import { passkeyRefused, passkeysOf, type Passkeys } from './passkeys.ts';
import { hashOfRecoveryCode, makeRecoveryCodes } from './recovery-codes.ts';
import { maxPasskeys, type Passkey, type SecondFactorStore } from './second-factor-store.ts';

interface PasskeyChangesDeps {
  readonly store: Store;
  readonly factors: SecondFactorStore;
  readonly passkeys: Passkeys;
  readonly proof: FactorProof;
  readonly sessionStore: SessionStore;
  readonly audit: AuditLog;
  /** Whether a role of the user requires a second factor. */
  readonly isRequired: (user: User) => boolean;
}

const maxNameLength = 100;

/** The changes that users make to their passkeys. */
export function makePasskeyChanges(deps: PasskeyChangesDeps) {
  const { store, factors, passkeys, proof, audit } = deps;

  async function additionOf(user: User, response: Attestation) {
    const { passkey, isProved, taking } = await passkeys.verifyNew(user, response);
    const factor = await factors.ofUser(user._id);
    const isInForce = factor !== null && (factor.totp !== null || passkeysOf(factor).length > 0);
    // Another factor was set up since the options were made without a proof of one.
    if (!factor || (isInForce && !isProved)) throw passkeyRefused();
    if (passkeysOf(factor).length >= maxPasskeys)
      throw invalidParam({ response: msg`you have ${maxPasskeys} passkeys; remove one first` });
    const needsCodes = factor.recoveryHashes.length === 0;
    return { passkey, taking, needsCodes, mustBeFirst: !isProved };
  }

  return {
    /** Begins with a passkey. Beside a second factor in force, a proof is required. */
    async beginPasskey(user: User, given: Proof) {
      const factor = await proof.inForce(user);
      if (factor) await proof.prove(user, factor, { proof: given, purpose: 'change' });
      const options = await passkeys.creationOptions(user, factor, factor !== null);
      await factors.prepare(user._id);
      return options;
    },

    /** Adds a passkey, and recovery codes if the user has none. The session of the request has proved the factor. */
    async addPasskey(call: CommitCall, user: User, given: { name: string; response: Attestation }) {
      const name = given.name.trim();
      if (name === '' || name.length > maxNameLength)
        throw invalidParam({ name: msg`name must have 1 to ${maxNameLength} characters` });
      const codes = makeRecoveryCodes();
      // Type assertions, because the compiler does not see the assignments in the callbacks.
      let isNew = false as boolean;
      let hasCodes = false as boolean;
      const build = async () => {
        const { passkey, taking, needsCodes, mustBeFirst } = await additionOf(user, given.response);
        hasCodes = needsCodes;
        const id = randomBytes(12).toString('base64url');
        const added: Passkey = { id, name, ...passkey, createdAt: new Date(), lastUsedAt: null };
        const recoveryHashes = needsCodes ? codes.map(hashOfRecoveryCode) : undefined;
        return {
          writes: [
            taking,
            factors.passkeyAddition(user._id, added, { recoveryHashes, mustBeFirst }),
            deps.sessionStore.proof(call.actor.sessionId, 'passkey'),
            audit.write(call, auditOfFactor('second_factor.confirmed', user, { kind: 'passkey', id })),
          ],
          events: [userEvent('updated', user, changed)],
          answer: listedPasskey(added),
        };
      };
      try {
        const answer = await store.commit(call, build, () => {
          isNew = true;
        });
        return isNew && hasCodes ? { ...answer, recovery_codes: codes } : answer;
      } catch (error) {
        // Another user has a passkey with this id.
        if (isDuplicateKey(error)) throw passkeyRefused();
        throw error;
      }
    },

    /** The passkeys of a user, the oldest first. */
    async listPasskeys(user: User) {
      return { passkeys: passkeysOf(await factors.ofUser(user._id)).map(listedPasskey) };
    },

    /** Removes a passkey of a user who proves the second factor; with the last factor, the recovery codes too. */
    async removePasskey(call: CommitCall, user: User, { id, ...given }: Proof & { readonly id: string }) {
      const removable = async () => {
        const factor = await proof.inForce(user);
        if (!factor || !passkeysOf(factor).some((passkey) => passkey.id === id))
          throw invalidParam({ id: msg`you have no passkey ${id}` });
        const isLast = factor.totp === null && passkeysOf(factor).length === 1;
        if (isLast && deps.isRequired(user)) throw cannotRemove();
        return { factor, isLast };
      };
      const { factor } = await removable();
      await proof.prove(user, factor, { proof: given, purpose: 'change' });
      return store.commit(call, async () => ({
        writes: [
          factors.passkeyRemoval(user._id, id, await removable()),
          audit.write(call, auditOfFactor('second_factor.removed', user, { kind: 'passkey', id })),
        ],
        events: [userEvent('updated', user, changed)],
        answer: true as const,
      }));
    },
  };
}

function listedPasskey({ id, name, createdAt, lastUsedAt }: Passkey): ListedPasskey {
  return {
    id,
    name,
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
  };
}
