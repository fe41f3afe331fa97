import type { TranslatorFor } from '@svc/language';
import type { RecordNames } from '../../profile/record-names.ts';
import type { RoleCatalogue } from '../../roles/role-catalogue.ts';
import type { UserStore } from '../../store/user-store.ts';

/** What the places of users are read and changed with. */
export interface PlaceDeps {
  readonly users: UserStore;
  /** What records knows of users' settings. */
  readonly names: RecordNames;
}

/** What users read and change of themselves with. */
export interface ProfileDeps extends PlaceDeps {
  readonly roles: RoleCatalogue;
  /** Whether anything takes pushes. */
  readonly hasPush: boolean;
  /** Puts texts in a language. */
  readonly translatorFor: TranslatorFor;
}
