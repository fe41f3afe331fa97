import type { RecordNames } from '../../profile/record-names.ts';
import type { RoleCatalogue } from '../../roles/role-catalogue.ts';
import type { UserStore } from '../../store/user-store.ts';

export interface DirectoryDeps {
  readonly users: UserStore;
  readonly roles: RoleCatalogue;
  /** Looks up the names of records, places and options in the settings of users. */
  readonly names: RecordNames;
  /** User name or e-mail address of the base user; undefined for the first administrator. */
  readonly baseUser: string | undefined;
}
