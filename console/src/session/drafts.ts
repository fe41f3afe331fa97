/** Texts that were typed and are not saved yet. They outlast a reload of the tab, and a session that has expired. */
import type { KeptText } from '../ui/stored-text.ts';
import { caller } from './caller.ts';

const prefix = 'records-draft';

/** The draft of a control, whose key has the page and the control: `['contacts', 12, 'nickname']`. Each user has their own. */
export function draftOf(parts: readonly (string | number)[]): KeptText {
  const key = [prefix, caller.value?.ID, ...parts].join(' ');
  return {
    read: () => sessionStorage.getItem(key) ?? undefined,
    keep(text) {
      if (text === '') sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, text);
    },
    forget: () => sessionStorage.removeItem(key),
  };
}

/** Whether closing the tab would lose a text. */
export function hasDrafts(): boolean {
  return Object.keys(sessionStorage).some((key) => key.startsWith(`${prefix} ${caller.value?.ID} `));
}
