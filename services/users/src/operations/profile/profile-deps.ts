import type { TranslatorFor } from '@svc/language';
import type { RecordNames } from '../../profile/record-names.ts';
import type { RoleCatalogue } from '../../roles/role-catalogue.ts';
import type { UserStore } from '../../store/user-store.ts';

export interface PlaceDeps {
  readonly users: UserStore;
  /** Looks up the names of records, places and options in the settings of users. */
  readonly names: RecordNames;
}

export interface ProfileDeps extends PlaceDeps {
  readonly roles: RoleCatalogue;
  /** Whether a webhook takes pushes. */
  readonly hasPush: boolean;
  readonly translatorFor: TranslatorFor;
}
