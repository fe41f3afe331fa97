import { ServiceError, usersDisableProductTour } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { ProfileDeps } from './profile-deps.ts';

export const disableProductTour = defineHandler(
  usersDisableProductTour,
  async (call, { users }: ProfileDeps) => {
    const { actor } = call;
    if (actor.kind !== 'user') throw new ServiceError('user_id', 'User does not exist');
    return users.change(call, {
      find: () => users.byId(actor.userId),
      change: () => ({ settings: { productTour: false } }),
      answer: () => true as const,
    });
  },
);
