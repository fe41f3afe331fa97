import { z } from 'zod';
import { msg, ServiceError } from '@svc/contracts';
import { noteAudit, type Call } from '@svc/service-kit';
import { cleanComment } from '@svc/service-kit/clean-text';
import type { RecordDocument } from '../../model/record.ts';
import { writeTo } from '../../revision/record-writes.ts';
import type { PendingRequest, Transfer } from '../../store/transfer-model.ts';
import { updateRecord } from '../../write/write-record.ts';
import { updating } from '../../write/write-request.ts';
import { asText, withoutMentions } from '../comment-texts.ts';
import { transferCodes } from '../transfer-codes.ts';
import type { TransferDeps } from '../transfer-deps.ts';
import { askRemote, RemoteFailure, type RemoteSite } from './ask-remote.ts';
import { beginTransfer, closedFields, holdTransfer, type BegunTransfer } from './begin-transfer.ts';
import { contactData } from './contact-data.ts';
import { changedSince, nextRequest, sentComments } from './requests.ts';
import { loadTransferable } from './transferring.ts';

const acceptedSchema = z.object({
  status: z.literal('OK'),
  created_id: z.coerce.number().int().positive(),
  transfer_foreign_key: z.string().min(1).max(200).optional().catch(undefined),
});

const paths = { contact: 'contacts/receive-transfer', comments: 'contacts/receive-transfer/comments' };

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
  await noteAudit(deps.store, call, {
    action: 'contact.transferred',
    subject: `contacts/${contactId}`,
    after: { site_link: site.id },
  });
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
    await deps.transfers.updateOne({ _id: begun.transfer._id }, { $set: { heldUntil: new Date(0) } });
  }
}

/**
 * Sends the remaining requests of a transfer and records each completed one, so that a repetition continues after it.
 * @throws RemoteFailure
 */
async function sendTransfer(
  call: Call,
  deps: TransferDeps,
  sending: BegunTransfer & { record: RecordDocument; site: RemoteSite },
): Promise<Transfer> {
  const { site, record } = sending;
  const comments = await sentComments(call, deps, record._id);
  let transfer = sending.transfer.pending
    ? sending.transfer
    : await note(deps, sending.transfer, { pending: nextRequest(sending.transfer, comments) ?? null });
  for (let { pending } = transfer; pending; pending = transfer.pending) {
    // Stops at the deadline, since the caller no longer waits: a repeated request continues from here.
    call.deadline.check();
    // Read before sending: afterwards the deadline may have passed.
    const changed =
      sending.isResumed && pending.kind === 'contact'
        ? changedSince(pending, await contactData(call, deps, record))
        : [];
    const progress = await send(call, deps, { site, transfer, pending });
    const next = nextRequest({ ...transfer, ...progress }, [...changed, ...comments]) ?? null;
    transfer = await note(deps, transfer, { ...progress, pending: next });
  }
  return transfer;
}

/** Sends one request and returns the resulting progress of the transfer. */
async function send(
  call: Call,
  deps: TransferDeps,
  { site, transfer, pending }: { site: RemoteSite; transfer: Transfer; pending: PendingRequest },
) {
  const { kind, number, body, comments, through } = pending;
  const request = {
    path: paths[kind],
    values: JSON.parse(body) as Record<string, unknown>,
    key: `${transfer._id}.${number}`,
    milliseconds: deps.maxRequestMs,
  };
  const progress = { comments: transfer.comments + comments, through, sent: number + 1 };
  if (kind === 'comments') {
    await askRemote({ ...deps, ...call }, site, request, z.literal(true));
    return progress;
  }
  const accepted = await askRemote({ ...deps, ...call }, site, request, acceptedSchema);
  const { created_id: remoteId, transfer_foreign_key: foreignKey = transfer.foreignKey } = accepted;
  return { ...progress, remoteId, foreignKey };
}

async function note(
  deps: TransferDeps,
  { _id, pending }: Transfer,
  known: Partial<Transfer>,
): Promise<Transfer> {
  const at = pending ? { 'pending.number': pending.number } : { pending: null };
  const noted = await holdTransfer(deps, { _id, ...at }, known);
  if (noted) return noted;
  throw new ServiceError('transfer', 'Another request has continued this transfer.', { status: 409 });
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

/** Closes a transferred contact, adds a comment about it, and completes the transfer: one commit. */
async function closeTransferred(
  call: Call,
  deps: TransferDeps,
  { transfer, site }: { transfer: Transfer; site: RemoteSite },
): Promise<void> {
  const postType = deps.postTypes.get('contacts');
  const { _id, recordId: id } = transfer;
  // No answer is stored for repeats: the transfer document itself identifies a repetition.
  await updateRecord({ ...call, claim: undefined }, deps, {
    postType,
    fields: closedFields(deps),
    policy: updating({ silent: false }),
    target: { id, load: () => loadTransferable(call, deps, id, transferCodes.send) },
    remark: async () => ({ text: remark(transfer, site), isNote: false }),
    writes: [
      writeTo(deps, deps.transfers, {
        name: 'updateOne',
        filter: { _id, state: 'sending' },
        update: { $set: { state: 'done' } },
        mustMatch: true,
      }),
    ],
  });
}

function remark({ remoteId }: Transfer, { label, url }: RemoteSite): string {
  const link = `[link](${url}/contacts/${remoteId})`;
  const text = `This contact was transferred to ${withoutMentions(asText(label))} for further follow-up. ${link}`;
  const cleaned = cleanComment(text);
  return 'text' in cleaned ? cleaned.text : text;
}
