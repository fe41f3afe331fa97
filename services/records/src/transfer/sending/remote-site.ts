import { ServiceError, systemActor, usersSiteLinkRemote, type OutputOf } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import type { TransferDeps } from '../transfer-deps.ts';
import { transferCodes } from '../transfer-codes.ts';

/** The other site of a link, and what to show it. */
export type RemoteSite = NonNullable<OutputOf<typeof usersSiteLinkRemote>['remote']>;

/** The other site of a link that contacts may be sent over; undefined when there is none. */
export async function findRemoteSite(
  { requestId, deadline }: Pick<Call, 'requestId' | 'deadline'>,
  { caller }: Pick<TransferDeps, 'caller'>,
  siteLinkId: number,
): Promise<RemoteSite | undefined> {
  const context = { caller: systemActor('records'), requestId, deadline };
  const { remote } = await caller.call(usersSiteLinkRemote, { id: siteLinkId }, context);
  return remote ?? undefined;
}

/** The same. @throws ServiceError when there is none. */
export async function remoteSite(
  call: Pick<Call, 'requestId' | 'deadline'>,
  deps: Pick<TransferDeps, 'caller'>,
  siteLinkId: number,
): Promise<RemoteSite> {
  const remote = await findRemoteSite(call, deps, siteLinkId);
  if (remote) return remote;
  throw new ServiceError(transferCodes.link, 'Error creating site connection details.');
}
