import { signal } from '@preact/signals';

/** A signed-in user on this device. */
export interface Session {
  readonly token: string;
  /** Gets the next token, once. */
  readonly refreshToken: string;
  /** When the token expires, in milliseconds since 1970. */
  readonly expiresAt: number;
}

const storageKey = 'records-session';

/** Whether somebody is signed in. */
export const isSignedIn = signal(storedSession() !== undefined);

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

/** Begins a session. On a device of the user's own it outlasts the window. */
export function beginSession(session: Session, { isOwnDevice }: { isOwnDevice: boolean }): void {
  (isOwnDevice ? localStorage : sessionStorage).setItem(storageKey, JSON.stringify(session));
  isSignedIn.value = true;
}

/** Replaces the tokens of the session, where it is stored. */
export function renewSession(session: Session): void {
  const storage = sessionStorage.getItem(storageKey) === null ? localStorage : sessionStorage;
  storage.setItem(storageKey, JSON.stringify(session));
}

/** Forgets the session on this device. */
export function forgetSession(): void {
  localStorage.removeItem(storageKey);
  sessionStorage.removeItem(storageKey);
  isSignedIn.value = false;
}

addEventListener('storage', () => {
  isSignedIn.value = storedSession() !== undefined;
});
