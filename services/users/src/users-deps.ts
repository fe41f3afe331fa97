import type { Store } from '@svc/service-kit';
import type { LoginLimiter } from './login/login-limiter.ts';
import type { RoleCatalogue } from './roles/role-catalogue.ts';
import type { UserStore } from './store/user-store.ts';
import type { SigningKeys } from './tokens/signing-keys.ts';

/** What the operations of this service work with. */
export interface UsersDeps {
  readonly store: Store;
  readonly users: UserStore;
  readonly roles: RoleCatalogue;
  readonly signingKeys: SigningKeys;
  readonly loginLimiter: LoginLimiter;
  readonly tokenSeconds: number;
  /** Stands in for the password of a user that does not exist: a login costs the same. */
  readonly nobodysPassword: string;
}
