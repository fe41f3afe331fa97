import { msg } from '@svc/contracts';
import { type Call, cleanComment } from '@svc/service-kit';
import type { TransferDeps } from '../transfer-deps.ts';
import { beginTransfer, closedFields, type BegunTransfer } from './begin-transfer.ts';
import { RemoteFailure } from './remote-failure.ts';
import type { RemoteSite } from './remote-site.ts';
import { sendTransfer } from './send-transfer.ts';
import { transferCodes } from '../transfer-codes.ts';
import { loadTransferable } from './transferring.ts';
import { updateRecord } from '../../write/update-record.ts';
import { asText } from '../shown-values.ts';
import type { Transfer } from '../../store/transfer-model.ts';
import { withoutMentions } from '../without-mentions.ts';

/** Time for closing a contact, in milliseconds. */
const closingMilliseconds = 500;

/**
 * Sends a contact, or the rest of an unfinished transfer, and closes it.
 * @throws ServiceError `transfer` when the other site does not accept all of it: then the contact is not changed.
 */
export async function transferContact(
  call: Call,
  deps: TransferDeps,
  { contactId, site }: { contactId: number; site: RemoteSite },
): Promise<true> {
  const record = await loadTransferable(call, deps, contactId, transferCodes.send);
  const begun = await beginTransfer(call, deps, { record, siteLinkId: site.id });
  if (!begun) return true;
  try {
    const transfer = await sendTransfer(call, deps, { ...begun, record, site });
    // Too little time is left for closing: a repeated request has only this left to do.
    if (call.deadline.remaining < closingMilliseconds)
      throw new RemoteFailure(
        'unknown',
        msg`${site.host} has received it; transfer it again to close it here.`,
      );
    await closeTransferred(call, deps, { transfer, site });
    return true;
  } catch (error) {
    if (!(error instanceof RemoteFailure)) throw error;
    if (error.kind === 'gone') await abandonAttempt(deps, begun, { remoteId: { $gt: 0 } });
    if (isVoid(error, begun)) await abandonAttempt(deps, begun, { remoteId: 0 });
    throw error.toServiceError();
  } finally {
    await release(deps, begun);
  }
}

/** Whether the other site created nothing, so that the next attempt sends the contact's current data. */
function isVoid({ kind }: RemoteFailure, { isResumed, transfer }: BegunTransfer): boolean {
  const isFirst = transfer.pending?.kind === 'contact';
  return isFirst && (kind === 'refused' || (kind === 'not done' && !isResumed));
}

/** Gives up the attempt: the next one starts from the beginning, but with the same key of the contact. */
async function abandonAttempt(
  { transfers }: TransferDeps,
  { transfer: { _id } }: BegunTransfer,
  known: { readonly remoteId: number | { $gt: number } },
): Promise<void> {
  await transfers.updateOne({ _id, ...known }, { $set: { state: 'given up', pending: null } });
}

async function release({ transfers }: TransferDeps, { transfer: { _id } }: BegunTransfer): Promise<void> {
  await transfers.updateOne({ _id }, { $set: { heldUntil: new Date(0) } });
}

/** Closes a transferred contact, adds a comment about it, and completes the transfer: one commit. */
async function closeTransferred(
  call: Call,
  deps: TransferDeps,
  { transfer, site }: { transfer: Transfer; site: RemoteSite },
): Promise<void> {
  const postType = deps.postTypes.get('contacts');
  const { _id, recordId: id } = transfer;
  // No answer is stored for repeats: the transfer document itself identifies a repetition.
  await updateRecord({ ...call, claim: undefined, input: { silent: false } }, deps, {
    postType,
    id,
    keepExisting: false,
    code: 'update_post',
    fields: closedFields(deps),
    load: () => loadTransferable(call, deps, id, transferCodes.send),
    remark: async () => ({ text: remark(transfer, site), isNote: false }),
    writes: [
      {
        model: {
          name: 'updateOne',
          namespace: deps.store.namespace(deps.transfers),
          filter: { _id, state: 'sending' } as object,
          update: { $set: { state: 'done' } },
        },
        mustMatch: true,
      },
    ],
  });
}

function remark({ remoteId }: Transfer, { label, url }: RemoteSite): string {
  const link = `[link](${url}/contacts/${remoteId})`;
  const text = `This contact was transferred to ${withoutMentions(asText(label))} for further follow-up. ${link}`;
  const cleaned = cleanComment(text);
  return 'text' in cleaned ? cleaned.text : text;
}
