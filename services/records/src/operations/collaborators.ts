import { recordsCollaborators } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { collaboratorsOf } from '../lists/collaborators.ts';
import type { ListDeps } from '../lists/plan/list-deps.ts';

/** Users who share at least one record with the caller. */
export const collaborators = defineHandler(recordsCollaborators, async (call, deps: ListDeps) => ({
  user_ids: [...(await collaboratorsOf(call, deps))],
}));
