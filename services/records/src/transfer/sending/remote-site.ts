import { systemActor, usersSiteLinkRemote, type OutputOf } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import type { TransferDeps } from '../transfer-deps.ts';

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
