import { randomUUID } from 'node:crypto';
import {
  linkUserContact,
  recordsGetMany,
  recordsUpdate,
  ServiceError,
  systemActor,
  type Operation,
} from '@svc/contracts';
import { defineCommandHandler, type CommandCall } from '@svc/service-kit';
import type { WriteDeps } from '../../revision/write-deps.ts';

/** Lets a contact represent a user. A contact that no longer exists, or already represents another user, is left unchanged. */
export const linkUserContactHandler = defineCommandHandler(linkUserContact, async (call, deps: WriteDeps) => {
  const { user_id: userId, display_name: name, contact_id: id } = call.input;
  const wanted = { post_type: 'contacts', ids: [id], fields: ['corresponds_to_user'] };
  const { records } = await ask(call, deps, recordsGetMany, wanted);
  const represented = Number(records[0]?.['corresponds_to_user'] ?? 0);
  if (represented === userId) return { linked: true };
  if (records.length === 0 || represented !== 0) return { linked: false };
  const fields = { corresponds_to_user: userId, corresponds_to_user_name: name };
  return ask(call, deps, recordsUpdate, { post_type: 'contacts', id, fields, silent: true }).then(
    () => ({ linked: true }),
    (error: unknown) => {
      // Deleted in the meantime. Other errors are thrown, and the command is retried.
      if (error instanceof ServiceError && error.status === 403) return { linked: false };
      throw error;
    },
  );
});

function ask<Input, Output>(
  { deadline }: Pick<CommandCall<unknown>, 'deadline'>,
  { caller }: WriteDeps,
  operation: Operation<Input, Output>,
  input: Input,
): Promise<Output> {
  return caller.call(operation, input, { caller: systemActor('users'), requestId: randomUUID(), deadline });
}
