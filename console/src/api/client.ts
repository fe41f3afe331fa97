import { createClient, isServiceError, type SignedIn } from '@svc/client';
import { root } from './api-root.ts';
import { fetchOnce } from './first-responses.ts';
import { forgetSession, renewSession } from './session.ts';
import { isFresh, storedSession, type Session } from './stored-session.ts';

const url = `${location.origin}${root}`;

/** The client of all pages. */
export const client = createClient({ url, auth: { getToken: currentToken }, fetch: fetchOnce });

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

/** The token of the next request: a new one if the stored one was refused or is about to expire. */
async function currentToken(refused: string | undefined): Promise<string | undefined> {
  const session = storedSession();
  if (session && isFresh(session, refused)) return session.token;
  return inTurn(() => renewedToken(refused));
}

async function renewedToken(refused: string | undefined): Promise<string | undefined> {
  const session = storedSession();
  // Another tab may have renewed it meanwhile.
  if (!session || isFresh(session, refused)) return session?.token;
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

/** Requests the tokens of a session. */
export async function requestToken(path: string, json: object): Promise<SignedIn> {
  return client.request<SignedIn>({ method: 'POST', path: `jwt-auth/v1/${path}`, json, isPublic: true });
}

/** The session of tokens that have just been issued. */
export function sessionOf({
  token,
  refresh_token: refreshToken = '',
  expires_in: seconds = 0,
}: SignedIn): Session {
  return { token, refreshToken, expiresAt: Date.now() + seconds * 1_000 };
}
