import { usersDisableProductTour } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';
import { callingUser } from '../../profile/calling-user.ts';

export const disableProductTour = defineHandler(
  usersDisableProductTour,
  async (call, { users }: Deps<'users'>) => {
    return users.changeById(call, callingUser(call.actor), () => ({ settings: { productTour: false } }));
  },
);
