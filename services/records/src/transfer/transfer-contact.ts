import { say } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import type { RecordsDeps } from '../deps.ts';
import { beginTransfer, type BegunTransfer } from './begin-transfer.ts';
import { closeTransferred } from './close-transferred.ts';
import { RemoteFailure } from './remote-failure.ts';
import type { RemoteSite } from './remote-site.ts';
import { sendTransfer } from './send-transfer.ts';
import { transferCodes } from './transfer-codes.ts';
import { loadTransferable } from './transferring.ts';

/** What closing a contact may take, in milliseconds. */
const closingMilliseconds = 500;

/**
 * Sends a contact, as far as it was not sent yet, and closes it.
 * @throws ServiceError `transfer` when the other site does not take all of it: then the contact stays as it is.
 */
export async function transferContact(
  call: Call,
  deps: RecordsDeps,
  { contactId, site }: { contactId: number; site: RemoteSite },
): Promise<true> {
  const record = await loadTransferable(call, deps, contactId, transferCodes.send);
  const begun = await beginTransfer(call, deps, { record, siteLinkId: site.id });
  if (!begun) return true;
  try {
    const transfer = await sendTransfer(call, deps, { ...begun, record, site });
    // Nobody waits any more, or hardly: who asks again finds nothing left to do but this.
    if (call.deadline.remaining < closingMilliseconds)
      throw new RemoteFailure('unknown', say`${site.host} has it; transfer it again to close it here.`);
    await closeTransferred(call, deps, { transfer, site });
    return true;
  } catch (error) {
    if (!(error instanceof RemoteFailure)) throw error;
    if (error.kind === 'gone') await giveUp(deps, begun, { remoteId: { $gt: 0 } });
    if (isVoid(error, begun)) await giveUp(deps, begun, { remoteId: 0 });
    throw error.toServiceError();
  } finally {
    await release(deps, begun);
  }
}

/** Nothing has come of it at the other site: next time the contact is sent as it is then. */
function isVoid({ kind }: RemoteFailure, { isResumed, transfer }: BegunTransfer): boolean {
  const isFirst = transfer.pending?.kind === 'contact';
  return isFirst && (kind === 'refused' || (kind === 'not done' && !isResumed));
}

/** The next attempt begins anew; the key by which both sites know the contact stays. */
async function giveUp(
  { transfers }: RecordsDeps,
  { transfer: { _id } }: BegunTransfer,
  known: { readonly remoteId: number | { $gt: number } },
): Promise<void> {
  await transfers.updateOne({ _id, ...known }, { $set: { state: 'given up', pending: null } });
}

async function release({ transfers }: RecordsDeps, { transfer: { _id } }: BegunTransfer): Promise<void> {
  await transfers.updateOne({ _id }, { $set: { heldUntil: new Date(0) } });
}
