import { z } from 'zod';
import { ServiceError } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import type { TransferDeps } from '../transfer-deps.ts';
import type { RecordDocument } from '../../model/record.ts';
import { askRemote } from './ask-remote.ts';
import { type BegunTransfer, leaseEnd } from './begin-transfer.ts';
import { contactData } from './contact-data.ts';
import type { RemoteSite } from './remote-site.ts';
import { changedSince, nextRequest } from './requests.ts';
import { sentComments } from './sent-comments.ts';
import type { PendingRequest, Transfer } from '../../store/transfer-model.ts';

const acceptedSchema = z.object({
  status: z.literal('OK'),
  created_id: z.coerce.number().int().positive(),
  transfer_foreign_key: z.string().min(1).max(200).optional().catch(undefined),
});

const paths = { contact: 'contacts/receive-transfer', comments: 'contacts/receive-transfer/comments' };

/** A transfer with what is needed to send it. */
export interface Sending extends BegunTransfer {
  readonly record: RecordDocument;
  readonly site: RemoteSite;
}

/**
 * Sends the remaining requests of a transfer and records each completed one, so that a repetition continues after it.
 * @throws RemoteFailure
 */
export async function sendTransfer(call: Call, deps: TransferDeps, sending: Sending): Promise<Transfer> {
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
    const done = { ...transfer, ...(await send(call, deps, { site, transfer, pending })) };
    const { remoteId, foreignKey, comments: count, through, sent } = done;
    const next = nextRequest(done, [...changed, ...comments]) ?? null;
    const known = { remoteId, foreignKey, comments: count, through, sent, pending: next };
    transfer = await note(deps, transfer, known);
  }
  return transfer;
}

/** Sends one request and returns the resulting progress of the transfer. */
async function send(
  call: Call,
  { maxRequestMs, http }: TransferDeps,
  { site, transfer, pending }: { site: RemoteSite; transfer: Transfer; pending: PendingRequest },
) {
  const { kind, number, body, comments, through } = pending;
  const request = {
    path: paths[kind],
    values: JSON.parse(body) as Record<string, unknown>,
    key: `${transfer._id}.${number}`,
    milliseconds: maxRequestMs,
  };
  const progress = { comments: transfer.comments + comments, through, sent: number + 1 };
  if (kind === 'comments') {
    await askRemote({ http, log: call.log }, site, request, z.literal(true));
    return progress;
  }
  const accepted = await askRemote({ http, log: call.log }, site, request, acceptedSchema);
  const { created_id: remoteId, transfer_foreign_key: foreignKey = transfer.foreignKey } = accepted;
  return { ...progress, remoteId, foreignKey };
}

async function note(
  deps: TransferDeps,
  { _id, pending }: Transfer,
  known: Partial<Transfer>,
): Promise<Transfer> {
  const at = pending ? { 'pending.number': pending.number } : { pending: null };
  const noted = await deps.transfers
    .findOneAndUpdate(
      { _id, state: 'sending', ...at },
      { $set: { ...known, heldUntil: leaseEnd(deps) } },
      { returnDocument: 'after' },
    )
    .lean<Transfer>();
  if (noted) return noted;
  throw new ServiceError('transfer', 'Somebody else has continued this transfer.', { status: 409 });
}
