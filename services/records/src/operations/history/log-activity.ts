import { can, recordsLogActivity, ServiceError, type InputOf } from '@svc/contracts';
import { defineHandler, type Call } from '@svc/service-kit';
import { loadOrRefuse } from '../../read/load-record.ts';
import type { ReadDeps } from '../../read/read-deps.ts';

type LogCall = Call<InputOf<typeof recordsLogActivity>>;

/**
 * Accepts an action that a client reports, after checking that its user may act there. It is written to the log of the service alone: a
 * client's word is no row of a record's history.
 */
export const logActivity = defineHandler(recordsLogActivity, async (call: LogCall, deps: ReadDeps) => {
  const { action, user_id: userId, object_type: postType, object_id: id } = call.input;
  if (!action) throw new ServiceError('activity_param_error', 'Please provide a valid array');
  if (userId !== undefined && userId !== call.actor.userId)
    throw new ServiceError('activity_param_error', 'Cannot log activity for another user');
  await refuseUnlessAllowed(call, deps);
  call.log.debug({ action, postType, id }, 'activity reported by a client');
  return { logged: true as const };
});

/** A record needs the right to update it, a type alone access to the type. */
async function refuseUnlessAllowed(call: LogCall, deps: ReadDeps): Promise<void> {
  const { object_type: postType = '', object_id: id } = call.input;
  const isType = deps.postTypes.find(postType) !== undefined;
  const refusal = { code: 'rest_forbidden', message: 'Sorry, you are not allowed to do that.' } as const;
  if (isType && id) await loadOrRefuse(call, deps, { postType, id, action: 'update', ...refusal });
  else if (isType && !can(call.actor, `access_${postType}`))
    throw new ServiceError(refusal.code, refusal.message, { status: 403 });
}
