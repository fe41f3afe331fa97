import { isServiceError, type ServiceError } from '@svc/client';
import { isOffline } from '../api/client.ts';
import { PasskeyUnused } from '../api/passkeys.ts';
import { t } from '../text/t.ts';

/** The text that explains an error to the user. The service has written it in their language. */
export function messageOf(error: unknown): string {
  if (isOffline(error))
    return t('The service cannot be reached. Your input is kept; try again when you are connected.');
  if (isServiceError(error, 'rest_invalid_param')) return reasonsOf(error);
  if (isServiceError(error)) return plain(error.message);
  if (error instanceof PasskeyUnused) return textOf(error);
  return t('Something in this page failed. Load it again.');
}

function textOf({ ceremony }: PasskeyUnused): string {
  if (ceremony === 'create') return t('The passkey was not made. Try again.');
  return t('The passkey was not used. Try again, or enter a code.');
}

/** Why parameters are wrong, since the message only names them. Some reasons begin with the name, others need it. */
function reasonsOf({ message, data: { params } }: ServiceError<'rest_invalid_param'>): string {
  const reasons = Object.entries(params).map(([name, reason]) =>
    reason.startsWith(name) ? reason : `${name}: ${reason}`,
  );
  return reasons.length > 0 ? reasons.join(' ') : plain(message);
}

/** Messages for sign-in have markup for older clients. */
function plain(message: string): string {
  return new DOMParser().parseFromString(message, 'text/html').body.textContent;
}
