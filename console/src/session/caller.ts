import { effect, signal } from '@preact/signals-core';
import { client } from '../api/client.ts';
import { isSignedIn } from '../api/session.ts';
import { setLocale } from '../text/t.ts';

/** The signed-in user (docs/guides/users.md). */
export type Caller = Awaited<ReturnType<typeof client.users.me>>;

export const caller = signal<Caller | undefined>(undefined);

// The next user of this tab may be another one.
effect(() => {
  if (!isSignedIn.value) caller.value = undefined;
});

export async function loadCaller(): Promise<void> {
  caller.value = await client.users.me();
}

/** Shows the texts of the console in the language of the user. */
export async function setCallersLocale(): Promise<void> {
  if (caller.value) await setLocale(caller.value.locale);
}

/** Whether the roles of the user permit one of some actions, such as `create_contacts`: pages hide the others. */
export function may(...capabilities: readonly string[]): boolean {
  return capabilities.some((capability) => caller.value?.capabilities.includes(capability));
}

/** Whether the user is an administrator, who alone administers the API keys of others. */
export function isAdministrator(): boolean {
  const { roles = {} } = (caller.value?.['profile'] ?? {}) as { readonly roles?: object };
  return 'administrator' in roles;
}
