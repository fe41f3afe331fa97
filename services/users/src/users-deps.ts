import type { Store } from '@svc/service-kit';
import type { LoginLimiter } from './login/login-limiter.ts';
import type { Passwords } from './passwords/passwords.ts';
import type { RoleCatalogue } from './roles/role-catalogue.ts';
import type { UserStore } from './store/user-store.ts';
import type { SigningKeys } from './tokens/signing-keys.ts';

/** What the operations of this service work with. */
export interface UsersDeps {
  readonly store: Store;
  readonly users: UserStore;
  readonly roles: RoleCatalogue;
  readonly passwords: Passwords;
  readonly signingKeys: SigningKeys;
  readonly loginLimiter: LoginLimiter;
  /** How long a login is valid. */
  readonly tokenSeconds: number;
}
