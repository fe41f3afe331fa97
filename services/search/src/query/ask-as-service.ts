import { systemActor } from '@svc/contracts';
import type { BusCaller } from '@svc/service-kit';
import type { SearchDeps } from '../deps.ts';

/** Asks in this service's own name: what comes of it is not for callers but as far as they were found to see it. */
export function askAsService(caller: BusCaller): SearchDeps['askAsService'] {
  return (operation, input, { requestId, deadline }) =>
    caller.call(operation, input, { caller: systemActor('search'), requestId, deadline });
}
