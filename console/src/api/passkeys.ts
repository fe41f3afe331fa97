import { isServiceError } from '@svc/client';

/** The options for an answer of a passkey, as a refusal has them. */
export type PasskeyOptions = PublicKeyCredentialRequestOptionsJSON;

/** The ways to prove the second factor that a refusal names. */
export interface NeededFactor {
  readonly methods: readonly string[];
  /** Absent where this browser, or this page, has no passkeys of the user. */
  readonly passkey?: PasskeyOptions;
  /** The role of the user requires a factor, and they have none: the token with which they set one up. */
  readonly setupToken?: string;
}

/** The user has cancelled, or the browser has no such passkey. */
export class PasskeyUnused extends Error {
  readonly ceremony: 'create' | 'get';

  constructor(ceremony: 'create' | 'get', cause?: unknown) {
    super('the browser has not used a passkey', { cause });
    this.ceremony = ceremony;
  }
}

/** Whether this page can use passkeys of a domain. */
export function canUsePasskeys(domain: string | null | undefined): domain is string {
  if (!domain || !isSecureContext || !('PublicKeyCredential' in window)) return false;
  const isThere = location.hostname === domain || location.hostname.endsWith(`.${domain}`);
  return isThere && 'parseRequestOptionsFromJSON' in PublicKeyCredential;
}

interface Refusal {
  readonly methods?: readonly string[];
  readonly passkey?: PasskeyOptions;
  readonly setup_token?: string;
}

/** The second factor for want of which a request was refused; undefined for another error. */
export function neededFactor(error: unknown): NeededFactor | undefined {
  if (error instanceof PasskeyUnused) return neededFactor(error.cause);
  if (!isServiceError(error) || error.code !== 'second_factor_required') return undefined;
  const { methods = [], passkey, setup_token: setupToken } = error.data as Refusal;
  return {
    methods,
    ...(passkey && canUsePasskeys(passkey.rpId) && { passkey }),
    ...(setupToken !== undefined && { setupToken }),
  };
}

/** Makes a passkey. @throws PasskeyUnused */
export async function makePasskey(options: PublicKeyCredentialCreationOptionsJSON): Promise<unknown> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const credential = await navigator.credentials.create({ publicKey }).catch(() => null);
  if (!(credential instanceof PublicKeyCredential)) throw new PasskeyUnused('create');
  return credential.toJSON();
}

/** Sends a request that may need a proof of the second factor: a code if the user has typed one, otherwise a passkey. @throws PasskeyUnused */
export async function withProof<Answer>(
  code: string,
  send: (proof: { readonly code?: string; readonly passkey?: unknown }) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await send(code === '' ? {} : { code });
  } catch (error) {
    const options = neededFactor(error)?.passkey;
    if (code !== '' || !options) throw error;
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
    const answer = await navigator.credentials.get({ publicKey }).catch(() => null);
    if (!(answer instanceof PublicKeyCredential)) throw new PasskeyUnused('get', error);
    return send({ passkey: answer.toJSON() });
  }
}
