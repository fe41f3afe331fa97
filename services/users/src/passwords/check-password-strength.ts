import { say, ServiceError } from '@svc/contracts';

const shortest = 8;

/** @throws ServiceError `weak_password` for a password of fewer than eight characters. */
export function checkPasswordStrength(password: string): void {
  if ([...password].length >= shortest) return;
  throw new ServiceError('weak_password', say`The password must have at least ${shortest} characters.`);
}
