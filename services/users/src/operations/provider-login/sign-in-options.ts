import { usersSignInOptions } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';

export const signInOptions = defineHandler(usersSignInOptions, async (_call, deps: Deps<'providerLogins'>) =>
  deps.providerLogins.options(),
);
