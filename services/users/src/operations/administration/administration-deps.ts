import type { CreateUserDeps } from '../../creation/create-user.ts';
import type { DraftDeps } from '../../creation/draft-of-request.ts';
import type { Mail } from '../../mail/mail.ts';

export interface AdministrationDeps extends CreateUserDeps, DraftDeps {
  readonly mail: Mail;
}
