import { usersRotateKeys } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';

export const rotateKeys = defineHandler(
  usersRotateKeys,
  async (call, deps: Deps<'signingKeys' | 'audit'>) => {
    const { revoke = false } = call.input;
    await deps.audit.note(call, {
      action: 'signing_keys.rotated',
      subject: 'signing_keys',
      after: { revoke },
    });
    return deps.signingKeys.rotate(call, call.input);
  },
);
