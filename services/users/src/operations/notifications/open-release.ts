import { ServiceError, usersOpenRelease } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';

/** The service announces no releases to users, so there is never one that they have not read. */
export const openRelease = defineHandler(usersOpenRelease, () => {
  throw new ServiceError('no_unread_release', 'No unread release');
});
