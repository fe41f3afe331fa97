import { randomUUID } from 'node:crypto';
import { linkUserContact, recordsGetMany, recordsUpdate, ServiceError, systemActor } from '@svc/contracts';
import { defineCommandHandler } from '@svc/service-kit';
import type { AskingDeps } from '../../directory/ask-as-system.ts';

/** Lets a contact represent a user. A contact that no longer exists, or already represents another user, is left unchanged. */
export const linkUserContactHandler = defineCommandHandler(
  linkUserContact,
  async (call, deps: AskingDeps) => {
    const { user_id: userId, display_name: name, contact_id: id } = call.input;
    const context = { caller: systemActor('users'), requestId: randomUUID(), deadline: call.deadline };
    const wanted = { post_type: 'contacts', ids: [id], fields: ['corresponds_to_user'] };
    const { records } = await deps.caller.call(recordsGetMany, wanted, context);
    const represented = Number(records[0]?.['corresponds_to_user'] ?? 0);
    if (represented === userId) return { linked: true };
    if (records.length === 0 || represented !== 0) return { linked: false };
    const fields = { corresponds_to_user: userId, corresponds_to_user_name: name };
    try {
      await deps.caller.call(recordsUpdate, { post_type: 'contacts', id, fields, silent: true }, context);
      return { linked: true };
    } catch (error) {
      // Deleted in the meantime. Other errors are thrown, and the command is retried.
      if (error instanceof ServiceError && error.status === 403) return { linked: false };
      throw error;
    }
  },
);
