import { signal } from '@preact/signals';

/** A signed-in user. */
export interface Session {
  readonly token: string;
  readonly name: string;
}

const storageKey = 'records-session';

/** The current session; undefined while nobody is signed in. */
export const session = signal<Session | undefined>(stored());

/** Begins a session. On a device of the user's own it outlasts the window. */
export function beginSession(begun: Session, { isOwnDevice }: { isOwnDevice: boolean }): void {
  (isOwnDevice ? localStorage : sessionStorage).setItem(storageKey, JSON.stringify(begun));
  session.value = begun;
}

/** Ends the session, and forgets what it stored on this device. */
export function endSession(): void {
  localStorage.removeItem(storageKey);
  sessionStorage.removeItem(storageKey);
  session.value = undefined;
}

function stored(): Session | undefined {
  const text = sessionStorage.getItem(storageKey) ?? localStorage.getItem(storageKey);
  if (text === null) return undefined;
  try {
    return JSON.parse(text) as Session;
  } catch {
    return undefined;
  }
}
