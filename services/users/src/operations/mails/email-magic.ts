import { ServiceError, usersEmailMagic } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';

/** Refuses to mail a magic link: there are none, so no type of them is known. */
export const emailMagic = defineHandler(usersEmailMagic, ({ input }) => {
  const { root, type, post_ids: ids } = input;
  if (!root || !type || ids === undefined) throw new ServiceError('email_magic', 'Missing essential params');
  if (ids.length === 0) throw new ServiceError('email_magic', 'Missing list of post ids');
  throw new ServiceError('email_magic', 'Magic link type not found');
});
