import { recordsReceiveTransfer, ServiceError } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { TransferDeps } from '../../transfer/transfer-deps.ts';
import { readLean } from '../../store/read-with-deadline.ts';
import { readContactData } from '../../transfer/receiving/read-contact-data.ts';
import {
  acceptedAnswer,
  receiveContact,
  transferIdOf,
  type ReceiveCall,
} from '../../transfer/receiving/receive-contact.ts';
import { refuseUnlessReceiving, transferCodes } from '../../transfer/transfer-codes.ts';

/** Creates a contact from another site's data. Invalid data is reported in the form that senders expect (docs/guides/transfer.md#receiving). */
export const receiveTransfer = defineHandler(recordsReceiveTransfer, async (call, deps: TransferDeps) => {
  refuseUnlessReceiving(call.actor, transferCodes.receive);
  const known = await arrivedBefore(call, deps);
  if (known) return acceptedAnswer(known);
  const contact = readContactData(call.input.contact_data);
  if (!contact) return { status: 'FAIL', error: 'Missing required parameter' };
  try {
    return await receiveContact(call, deps, contact);
  } catch (error) {
    if (isRefusal(error)) return { status: 'FAIL', error: error.message };
    throw error;
  }
});

/** The stored transfer of a repeated request, which outlives the stored answers for repeats. */
async function arrivedBefore(call: ReceiveCall, { transfers }: TransferDeps) {
  const id = transferIdOf(call);
  if (id === undefined) return undefined;
  return readLean(call, transfers.findById(id));
}

/** Whether the contact can never be created here; other errors may not recur. */
function isRefusal(error: unknown): error is ServiceError {
  return error instanceof ServiceError && (error.status === 400 || error.code === 'create_post');
}
