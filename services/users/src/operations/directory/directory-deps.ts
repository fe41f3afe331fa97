import type { RecordNames } from '../../profile/record-names.ts';
import type { RoleCatalogue } from '../../roles/role-catalogue.ts';
import type { UserStore } from '../../store/user-store.ts';

/** What lists and names of users are answered with. */
export interface DirectoryDeps {
  readonly users: UserStore;
  readonly roles: RoleCatalogue;
  /** What records knows of users' settings. */
  readonly names: RecordNames;
  /** Name or e-mail of the user who gets what nobody has; without it the first administrator does. */
  readonly baseUser: string | undefined;
}
