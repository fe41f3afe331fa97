import { randomBytes, randomUUID } from 'node:crypto';
import { ServiceError } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import { isDuplicateKey } from '@svc/service-kit/store';
import type { TransferDeps } from '../transfer-deps.ts';
import { readWithDeadline } from '../../store/read-with-deadline.ts';
import type { RecordDocument } from '../../model/record.ts';
import { contactData } from './contact-data.ts';
import { contactRequest, sentComments } from './requests.ts';
import type { Transfer } from '../../store/transfer-model.ts';

/** A transfer that this call holds, and whether an earlier call began it. */
export interface BegunTransfer {
  readonly transfer: Transfer;
  readonly isResumed: boolean;
}

/**
 * Begins the transfer of a contact over a link, or resumes one that was not finished, and holds its lease for the call. Undefined if the
 * contact was already transferred and is still closed as transferred.
 * @throws ServiceError `transfer` when another call is sending it.
 */
export async function beginTransfer(
  call: Call,
  deps: TransferDeps,
  { record, siteLinkId }: { record: RecordDocument; siteLinkId: number },
): Promise<BegunTransfer | undefined> {
  const [last, onLink] = await readWithDeadline(call.deadline, () =>
    lastTransfers(deps, record._id, siteLinkId),
  );
  if (onLink?.state === 'sending') return resume(deps, onLink);
  if (onLink?.state === 'done' && isClosed(deps, record)) return undefined;
  const comments = await sentComments(call, deps, record._id);
  const foreignKey = last?.foreignKey ?? randomBytes(32).toString('hex');
  const transfer: Transfer = {
    _id: randomUUID(),
    direction: 'out',
    state: 'sending',
    recordId: record._id,
    siteLinkId,
    foreignKey,
    remoteId: 0,
    remoteGuid: '',
    comments: 0,
    through: 0,
    sent: 0,
    requests: [],
    pending: contactRequest(await contactData(call, deps, record), comments, foreignKey),
    heldUntil: leaseEnd(deps),
    createdAt: new Date(),
  };
  try {
    await deps.transfers.create([transfer]);
  } catch (error) {
    throw isDuplicateKey(error) ? alreadyOnItsWay() : error;
  }
  return { transfer, isResumed: false };
}

async function lastTransfers({ transfers }: TransferDeps, recordId: number, siteLinkId: number) {
  const latest = { createdAt: -1, _id: 1 } as const;
  return Promise.all([
    transfers.findOne({ recordId }).sort(latest).lean<Transfer>(),
    transfers
      .findOne({ recordId, siteLinkId, direction: 'out', state: { $ne: 'given up' } })
      .sort(latest)
      .lean<Transfer>(),
  ]);
}

async function resume(deps: TransferDeps, { _id }: Transfer): Promise<BegunTransfer> {
  const transfer = await holdTransfer(deps, { _id, heldUntil: { $lte: new Date() } });
  if (!transfer) throw alreadyOnItsWay();
  return { transfer, isResumed: true };
}

/** Holds the lease of a transfer that is being sent for one request more, and stores what is known of it; null when none `matches`. */
export function holdTransfer(
  deps: TransferDeps,
  matches: Readonly<Record<string, unknown>>,
  known: Partial<Transfer> = {},
): Promise<Transfer | null> {
  const update = { $set: { ...known, heldUntil: leaseEnd(deps) } };
  const sending = { ...matches, state: 'sending' } as const;
  return deps.transfers
    .findOneAndUpdate(sending, update, { returnDocument: 'after' })
    .lean<Transfer>()
    .exec();
}

/** A reopened contact may be transferred again. Without the fields that show this, it is transferred once. */
function isClosed(deps: TransferDeps, { fields }: RecordDocument): boolean {
  return Object.entries(closedFields(deps)).every(([key, value]) => fields[key] === value);
}

/** The values that mark a contact as transferred, without fields of modules that are off. */
export function closedFields({
  postTypes,
}: Pick<TransferDeps, 'postTypes'>): Readonly<Record<string, string>> {
  const { fields } = postTypes.get('contacts');
  const closed = Object.entries({ overall_status: 'closed', reason_closed: 'transfer' });
  return Object.fromEntries(closed.filter(([key]) => fields.has(key)));
}

function alreadyOnItsWay(): ServiceError {
  const message = 'The contact is already being transferred; try again in a moment.';
  return new ServiceError('transfer', message, { status: 409 });
}

/** The end of a lease that lasts for one request. */
function leaseEnd({ maxRequestMs }: Pick<TransferDeps, 'maxRequestMs'>): Date {
  return new Date(Date.now() + maxRequestMs + 1_000);
}
