import { ServiceError, systemActor, usersSiteLinkRemote, type OutputOf } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import type { TransferDeps } from '../transfer-deps.ts';
import { transferCodes } from '../transfer-codes.ts';

/** The other site of a link, with its token. */
export type RemoteSite = NonNullable<OutputOf<typeof usersSiteLinkRemote>['remote']>;

/** The other site of a link over which contacts may be sent; undefined if there is none. */
export async function findRemoteSite(
  { requestId, deadline }: Pick<Call, 'requestId' | 'deadline'>,
  { caller }: Pick<TransferDeps, 'caller'>,
  siteLinkId: number,
): Promise<RemoteSite | undefined> {
  const context = { caller: systemActor('records'), requestId, deadline };
  const { remote } = await caller.call(usersSiteLinkRemote, { id: siteLinkId }, context);
  return remote ?? undefined;
}

/** Like `findRemoteSite`. @throws ServiceError when there is none. */
export async function remoteSite(
  call: Pick<Call, 'requestId' | 'deadline'>,
  deps: Pick<TransferDeps, 'caller'>,
  siteLinkId: number,
): Promise<RemoteSite> {
  const remote = await findRemoteSite(call, deps, siteLinkId);
  if (remote) return remote;
  throw new ServiceError(transferCodes.link, 'Error creating site connection details.');
}
