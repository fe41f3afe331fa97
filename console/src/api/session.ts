import { signal } from '@preact/signals-core';
import { storageKey, storedSession, type Session } from './stored-session.ts';

/** Whether somebody is signed in. */
export const isSignedIn = signal(storedSession() !== undefined);

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
