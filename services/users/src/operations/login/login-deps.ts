import type { CheckPasswordDeps } from '../../passwords/check-password.ts';
import type { RoleCatalogue } from '../../roles/role-catalogue.ts';
import type { SigningKeys } from '../../tokens/signing-keys.ts';

export interface LoginDeps extends CheckPasswordDeps {
  readonly roles: RoleCatalogue;
  readonly signingKeys: SigningKeys;
  /** Seconds for which a token is valid. */
  readonly tokenSeconds: number;
}
