import type { ListDeps } from '../lists/plan/list-deps.ts';
import type { KnownContacts } from './known-contacts.ts';

/** What pickers work with. */
export interface PickerDeps extends ListDeps {
  /** The contacts of users. */
  readonly knownContacts: KnownContacts;
}
