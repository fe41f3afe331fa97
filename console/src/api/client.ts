import { createClient, isServiceError, type Credentials, type SignedIn } from '@svc/client';
import { beginSession, forgetSession, renewSession, storedSession, type Session } from './session.ts';

/** The root of the API, which the gateway writes into the page. */
const root = document.querySelector<HTMLMetaElement>('meta[name="api"]')?.content ?? '';

/** The client of all pages. */
export const client = createClient({
  url: `${location.origin}${root}`,
  auth: { getToken: (refused) => inTurn(() => currentToken(refused)) },
});

/** The address of an endpoint, for commands that are copied. */
export function addressOfEndpoint(path: string): string {
  return new URL(`${root}/${path}`, location.origin).href;
}

/** Whether a request failed for want of a connection, and not because the service refused it. */
export function isOffline(error: unknown): boolean {
  return isServiceError(error, 'connection_failed', 'timed_out');
}

/** Whether a sign-in failed for want of a code of the second factor. */
export function needsCode(error: unknown): boolean {
  return isServiceError(error) && error.code === 'second_factor_required';
}

/** Signs in, and returns the language of the user. */
export async function signIn(
  credentials: Credentials & { readonly code?: string },
  options: { isOwnDevice: boolean },
): Promise<string> {
  const signedIn = await requestToken('token', { ...credentials, refresh: true });
  beginSession(sessionOf(signedIn), options);
  return signedIn.locale;
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
