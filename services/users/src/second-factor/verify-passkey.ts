import type { Assertion, Attestation } from '@svc/contracts';
import type { RelyingParty } from './relying-party.ts';
import type { Passkey } from './second-factor-store.ts';

/** Signature algorithms by their COSE numbers, the preferred one first: Ed25519, ECDSA with P-256, and RSA for older computers. */
export const algorithms = [-8, -7, -257];

/** The answer of a passkey that is refused, with the reason for the log. */
export class InvalidPasskey extends Error {}

/** A new passkey, as it is stored. */
export type NewPasskey = Pick<Passkey, 'credentialId' | 'publicKey' | 'counter' | 'transports'>;

/** Loaded with the first passkey: most installations begin without one. */
const load = () => import('@simplewebauthn/server');
const loadHelpers = () => import('@simplewebauthn/server/helpers');

/** The challenge that an answer has signed. @throws InvalidPasskey for an answer without one. */
export async function challengeOf({ clientDataJSON }: { readonly clientDataJSON: string }): Promise<string> {
  const { decodeClientDataJSON } = await loadHelpers();
  return checked(() => {
    const { challenge } = decodeClientDataJSON(clientDataJSON);
    if (typeof challenge !== 'string') throw new Error('the answer has no challenge');
    return challenge;
  });
}

/** Verifies a new passkey. @throws InvalidPasskey */
export async function verifyNewPasskey(
  { id, rawId, type, response }: Attestation,
  challenge: string,
  party: RelyingParty,
): Promise<NewPasskey> {
  const [{ verifyRegistrationResponse }, { decodeAttestationObject, decodeClientDataJSON }] =
    await Promise.all([load(), loadHelpers()]);
  const { clientDataJSON, attestationObject, transports = [] } = response;
  return checked(async () => {
    checkFrame(decodeClientDataJSON(clientDataJSON));
    const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')));
    // No browser sends certificates when none are requested, and the package would fetch lists of revoked ones from addresses in them.
    const isOwn = decoded.get('fmt') === 'packed' && decoded.get('attStmt').get('x5c') === undefined;
    if (decoded.get('fmt') !== 'none' && !isOwn) throw new Error('the attestation has certificates');
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId,
        type,
        response: { clientDataJSON, attestationObject },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: [...party.origins],
      expectedRPID: party.id,
      requireUserVerification: false,
      supportedAlgorithmIDs: algorithms,
    });
    if (!registrationInfo) throw new Error('the attestation is not valid');
    const { credential } = registrationInfo;
    if (credential.id !== id) throw new Error('the id is not that of the new passkey');
    return {
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports,
    };
  });
}

/**
 * Verifies the answer of a passkey, except its counter, which only an atomic update can compare.
 * @returns the counter of the answer.
 * @throws InvalidPasskey
 */
export async function verifyAssertion(
  { id, rawId, type, response }: Assertion,
  challenge: string,
  { passkey, party }: { readonly passkey: Passkey; readonly party: RelyingParty },
): Promise<number> {
  const [{ verifyAuthenticationResponse }, { decodeClientDataJSON }] = await Promise.all([
    load(),
    loadHelpers(),
  ]);
  return checked(async () => {
    checkFrame(decodeClientDataJSON(response.clientDataJSON));
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { id, rawId, type, response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: [...party.origins],
      expectedRPID: party.id,
      requireUserVerification: false,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
        // Compared by the update that stores it.
        counter: 0,
      },
    });
    if (!verified) throw new Error('the signature is not that of the passkey');
    return authenticationInfo.newCounter;
  });
}

/** The package permits frames of other sites in browsers that do not name the site. */
function checkFrame({ crossOrigin = false }: { readonly crossOrigin?: boolean }): void {
  if (crossOrigin) throw new Error('the answer comes from a frame of another site');
}

/** The package throws plain errors, each of which means that the answer is wrong: it comes from the client. */
async function checked<Result>(work: () => Promise<Result> | Result): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw new InvalidPasskey(error instanceof Error ? error.message : 'unknown', { cause: error });
  }
}
