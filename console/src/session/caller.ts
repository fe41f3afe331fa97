import { signal } from '@preact/signals';
import { get } from '../api/api.ts';
import { setLocale } from '../text/t.ts';

/** The signed-in user (docs/guides/users.md). */
export interface Caller {
  readonly ID: number;
  readonly display_name: string;
  readonly locale: string;
  readonly profile: { readonly roles: Readonly<Record<string, string>> };
}

export const caller = signal<Caller | undefined>(undefined);

export async function loadCaller(): Promise<void> {
  caller.value = await get<Caller>('svc/v1/user/my');
  setLocale(caller.value.locale);
}
