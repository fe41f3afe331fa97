import { randomBytes, randomUUID } from 'node:crypto';
import type { InputOf, OutputOf, recordsReceiveTransfer } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import type { Commit } from '@svc/service-kit/store';
import type { TransferDeps } from '../transfer-deps.ts';
import { createRecordWithin } from '../../write/write-record.ts';
import { creating } from '../../write/write-request.ts';
import { writeTo } from '../../revision/record-writes.ts';
import type { RecordDocument } from '../../model/record.ts';
import { arrivalComments } from './arrival-comments.ts';
import { arrivedFields } from './arrived-fields.ts';
import type { ReceivedContact } from './read-contact-data.ts';
import { botComments } from '../transfer-bot.ts';
import type { Transfer } from '../../store/transfer-model.ts';

export type ReceiveCall = Call<InputOf<typeof recordsReceiveTransfer>>;

type Answer = OutputOf<typeof recordsReceiveTransfer>;

/** Creates a contact from the data of another site, with its comments and those of Transfer Bot: one commit. */
export async function receiveContact(
  call: ReceiveCall,
  deps: TransferDeps,
  contact: ReceivedContact,
): Promise<Answer> {
  const postType = deps.postTypes.get('contacts');
  const { fields, unplaced, baseUserId } = await arrivedFields(call, deps, contact);
  const foreignKey = contact.foreignKey || randomBytes(32).toString('hex');
  const request = { postType, fields, policy: creating({ silent: false }) };
  return createRecordWithin(call, deps, request, async (creation): Promise<Commit<Answer>> => {
    const arrival = { contact, unplaced, foreignKey, baseUserId };
    const comments = [...contact.comments, ...(await arrivalComments(call, deps, arrival))];
    const { commit, record } = await creation();
    // The answer is that of the transfer, whatever hooks make of the record's.
    const { finish: _ofRecord, ...withoutFinish } = commit;
    const transfer = transferOf(call, record, { contact, foreignKey });
    return {
      ...withoutFinish,
      writes: [...commit.writes, writeTo(deps, deps.transfers, { name: 'insertOne', document: transfer })],
      commands: [...commit.commands, ...botComments(record, comments, deps)],
      answer: acceptedAnswer(transfer),
      // The other site waits, and repeats the request after a timeout.
      waitsAtMost: 1_000,
    };
  });
}

export function acceptedAnswer({ recordId, foreignKey }: Pick<Transfer, 'recordId' | 'foreignKey'>): Answer {
  const errors = { errors: [], error_data: [] };
  return { status: 'OK', transfer_foreign_key: foreignKey, errors, created_id: recordId };
}

/** The id of the transfer, derived from its request, so that a repetition finds it however late. */
export function transferIdOf({ claim }: Pick<Call, 'claim'>): string | undefined {
  return claim && `in/${claim.id}`;
}

function transferOf(
  call: ReceiveCall,
  { _id: id }: RecordDocument,
  { contact, foreignKey }: { contact: ReceivedContact; foreignKey: string },
): Transfer {
  return {
    _id: transferIdOf(call) ?? randomUUID(),
    direction: 'in',
    state: 'done',
    recordId: id,
    foreignKey,
    siteLinkId: call.actor.siteLinkId ?? 0,
    remoteId: contact.post.ID,
    remoteGuid: contact.post.guid,
    comments: contact.comments.length,
    through: 0,
    pending: null,
    sent: 0,
    requests: [],
    heldUntil: new Date(0),
    createdAt: new Date(),
  };
}
