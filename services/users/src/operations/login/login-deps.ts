import type { CheckPasswordDeps } from '../../passwords/check-password.ts';
import type { RoleCatalogue } from '../../roles/role-catalogue.ts';
import type { SigningKeys } from '../../tokens/signing-keys.ts';

/** What logins, and the tokens that they give, are answered with. */
export interface LoginDeps extends CheckPasswordDeps {
  readonly roles: RoleCatalogue;
  readonly signingKeys: SigningKeys;
  /** How long a login is valid. */
  readonly tokenSeconds: number;
}
