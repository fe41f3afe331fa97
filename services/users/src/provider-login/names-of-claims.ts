import { checkNewUser } from '../model/check-new-user.ts';
import type { Claims } from './provider.ts';
import { refused } from './refused.ts';

/**
 * The names of a new user. An address that the provider states to be unverified is refused in any case: its mails go to somebody else.
 * @param acceptsUnverified whether an address is accepted about which the provider states nothing.
 * @throws ServiceError `sign_in_refused` when the provider sends no usable names.
 */
export function namesOfClaims(claims: Claims, acceptsUnverified: boolean) {
  const { email, email_verified: isVerified, name, preferred_username: nickname } = claims;
  const isAccepted = isVerified === true || (isVerified === undefined && acceptsUnverified);
  if (typeof email !== 'string' || !isAccepted)
    throw refused('The identity provider sent no verified e-mail address of yours.');
  const isOwnName = typeof nickname === 'string' && !nickname.includes('@') && nickname.trim() !== '';
  const displayName = typeof name === 'string' && name.trim() !== '' ? name : email;
  try {
    return checkNewUser({
      username: isOwnName ? nickname : email,
      email,
      display_name: displayName,
    });
  } catch (error) {
    throw refused('The identity provider sent a name or an e-mail address that no user may have.', error);
  }
}
