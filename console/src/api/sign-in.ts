/** The ways to sign in (docs/guides/authentication.md). */
import type { Credentials } from '@svc/client';
import { client, requestToken, sessionOf } from './client.ts';
import { withProof } from './passkeys.ts';
import { beginSession } from './session.ts';

/** Signs in with a password, and where the user has them with a code or a passkey, and returns the language of the user. */
export async function signIn(
  { code = '', ...credentials }: Credentials & { readonly code?: string },
  options: { isOwnDevice: boolean },
): Promise<string> {
  const signedIn = await withProof(code, (proof) =>
    requestToken('token', { ...credentials, ...proof, refresh: true }),
  );
  beginSession(sessionOf(signedIn), options);
  return signedIn.locale;
}

/** Sets a new password with the token of a mail, which ends all sessions of its user. */
export async function setPassword(json: {
  readonly token: string;
  readonly password: string;
}): Promise<void> {
  await client.request({ method: 'POST', path: 'svc/v1/users/reset_password', json, isPublic: true });
}

interface Provider {
  readonly name: string;
  readonly start: string;
}

/** The identity provider with whose accounts people sign in here, if there is one. */
export async function providerOfSignIn(): Promise<Provider | null> {
  const options = { method: 'GET', path: 'jwt-auth/v1/sign-in', isPublic: true } as const;
  return (await client.request<{ readonly provider: Provider | null }>(options)).provider;
}

const loginKey = 'records-provider-login';

/** A login that goes on at the provider, in this tab. */
interface ProviderLogin {
  readonly verifier: string;
  readonly isOwnDevice: boolean;
}

/** Sends the browser to the identity provider, which sends it back to this page. */
export async function beginProviderLogin({ start }: Provider, isOwnDevice: boolean): Promise<void> {
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)));
  sessionStorage.setItem(loginKey, JSON.stringify({ verifier, isOwnDevice } satisfies ProviderLogin));
  const query = new URLSearchParams({
    return_to: `${location.origin}${location.pathname}${location.search}`,
  });
  // Pages without HTTPS cannot make hashes.
  if (isSecureContext) query.set('code_challenge', await hashOf(verifier));
  location.assign(`${start}?${query.toString()}`);
}

/** Signs in the user whom the provider has sent back, and returns their language; undefined if the address has no code of a login. */
export async function finishProviderLogin(): Promise<string | undefined> {
  const code = new URLSearchParams(location.hash.slice(1)).get('login_code');
  const stored = sessionStorage.getItem(loginKey);
  if (code === null || stored === null) return undefined;
  const { verifier, isOwnDevice } = JSON.parse(stored) as ProviderLogin;
  sessionStorage.removeItem(loginKey);
  history.replaceState(null, '', `${location.pathname}${location.search}`);
  const proof = isSecureContext ? { code_verifier: verifier } : {};
  const signedIn = await requestToken('token/oidc', { code, ...proof, refresh: true });
  beginSession(sessionOf(signedIn), { isOwnDevice });
  return signedIn.locale;
}

async function hashOf(text: string): Promise<string> {
  return base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))));
}

function base64url(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
