/** A signed-in user on this device. */
export interface Session {
  readonly token: string;
  /** Gets the next token, once. */
  readonly refreshToken: string;
  /** When the token expires, in milliseconds since 1970. */
  readonly expiresAt: number;
}

/** Where the session is, in the storage of the tab or of the browser. */
export const storageKey = 'records-session';

/** The session as it is stored now: another tab may have renewed or ended it. */
export function storedSession(): Session | undefined {
  const text = sessionStorage.getItem(storageKey) ?? localStorage.getItem(storageKey);
  if (text === null) return undefined;
  try {
    return JSON.parse(text) as Session;
  } catch {
    return undefined;
  }
}

/** A token is renewed when it has less time left than this. */
const marginMs = 30_000;

/** Whether the token of a session can be used, and is not one that the service has refused. */
export function isFresh({ token, expiresAt }: Session, refused?: string): boolean {
  return token !== refused && expiresAt - Date.now() > marginMs;
}
