import { createClient, isServiceError, type Credentials, type SignedIn } from '@svc/client';
import { withProof } from './passkeys.ts';
import { beginSession, forgetSession, renewSession, storedSession, type Session } from './session.ts';

/** The root of the API, which the gateway writes into the page. */
const root = document.querySelector<HTMLMetaElement>('meta[name="api"]')?.content ?? '';

const url = `${location.origin}${root}`;

/** The client of all pages. */
export const client = createClient({
  url,
  auth: { getToken: (refused) => inTurn(() => currentToken(refused)) },
});

/** A client for a user who has to set up a second factor before they can sign in, with the token of the refusal. */
export function clientForSetup(token: string): typeof client {
  return createClient({ url, auth: { token } });
}

/** The address of an endpoint, for commands that are copied. */
export function addressOfEndpoint(path: string): string {
  return new URL(`${root}/${path}`, location.origin).href;
}

/** Whether a request failed for want of a connection, and not because the service refused it. */
export function isOffline(error: unknown): boolean {
  return isServiceError(error, 'connection_failed', 'timed_out');
}

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

/** Ends the session on the service and on this device. Without a connection it ends on this device alone. */
export async function signOut(): Promise<void> {
  try {
    const current = (await client.auth.sessions()).find((session) => session.current);
    if (current) await client.auth.endSession(current.id);
  } finally {
    forgetSession();
    // Also what was typed and not saved.
    sessionStorage.clear();
  }
}

/** A token is renewed when it has less time left than this. */
const marginMs = 30_000;

/** The token of the next request: a new one if the stored one was refused or is about to expire. */
async function currentToken(refused: string | undefined): Promise<string | undefined> {
  const session = storedSession();
  if (!session) return undefined;
  if (session.token !== refused && session.expiresAt - Date.now() > marginMs) return session.token;
  try {
    const renewed = sessionOf(await requestToken('token/refresh', { refresh_token: session.refreshToken }));
    renewSession(renewed);
    return renewed.token;
  } catch (error) {
    // The session has ended: the sign-in page opens, and the address stays.
    if (isServiceError(error) && error.status === 401) forgetSession();
    throw error;
  }
}

/** A refresh token is used once: tabs of the same browser take turns. Pages without HTTPS have no locks. */
async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  return 'locks' in navigator ? navigator.locks.request('records-session', work) : work();
}

async function requestToken(path: string, json: object): Promise<SignedIn> {
  return client.request<SignedIn>({ method: 'POST', path: `jwt-auth/v1/${path}`, json, isPublic: true });
}

function sessionOf({ token, refresh_token: refreshToken = '', expires_in: seconds = 0 }: SignedIn): Session {
  return { token, refreshToken, expiresAt: Date.now() + seconds * 1_000 };
}
