import { usersDisableProductTour } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { callingUser } from '../../profile/calling-user.ts';
import type { ProfileDeps } from '../operation-deps.ts';

export const disableProductTour = defineHandler(
  usersDisableProductTour,
  async (call, { users }: ProfileDeps) => {
    const userId = callingUser(call.actor);
    return users.change(call, {
      find: () => users.byId(userId),
      change: () => ({ settings: { productTour: false } }),
      answer: () => true as const,
    });
  },
);
