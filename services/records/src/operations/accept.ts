import { msg, recordsAccept, ServiceError, type Fields, type InputOf } from '@svc/contracts';
import { defineHandler, type Call } from '@svc/service-kit';
import { baseUser } from '../directory/base-user.ts';
import { loadOrRefuse } from '../read/load-record.ts';
import { recordDraft } from '../revision/activity-of-changes.ts';
import { readLean } from '../store/read-with-deadline.ts';
import { updateRecord } from '../write/write-record.ts';
import { updating, type WritePorts } from '../write/write-request.ts';

/** Accepts a contact, or returns it to its assigner; the update notifies nobody (docs/guides/sharing.md#accepting-a-contact). */
export const accept = defineHandler(recordsAccept, async (call, deps: WritePorts) => {
  const postType = deps.postTypes.get('contacts');
  const { id } = call.input;
  const isAccepted = accepts(call.input);
  const refusal = { code: 'accept_contact', message: 'You do not have permission for this' } as const;
  const wanted = { postType: 'contacts', id, action: 'update', byUser: true } as const;
  const load = () => loadOrRefuse(call, deps, { ...wanted, ...refusal });
  await load();
  const declined = async (): Promise<Fields> => ({
    assigned_to: (await lastAssigner(call, deps, id)) ?? '',
    overall_status: 'unassigned',
    accepted: false,
  });
  return updateRecord(call, deps, {
    postType,
    target: { id, load },
    policy: updating({ silent: true }),
    fields: isAccepted ? { overall_status: 'active', accepted: true } : await declined(),
    rows: [recordDraft(isAccepted ? 'assignment_accepted' : 'assignment_decline', true)],
    occasion: isAccepted ? 'assignment_accepted' : 'assignment_declined',
  });
});

/** Some clients send the status that the contact would get. */
function accepts({ accept, overall_status: status }: InputOf<typeof recordsAccept>): boolean {
  if (accept !== undefined) return accept;
  if (status) return status === 'active';
  const missing = 'accept';
  throw new ServiceError('rest_missing_callback_param', msg`Missing parameter(s): ${missing}`, {
    data: { params: [missing] },
  });
}

/** The user who gets a declined contact: its last assigner, otherwise the base user; undefined if neither may access contacts. */
async function lastAssigner(call: Call, deps: WritePorts, contactId: number): Promise<number | undefined> {
  const assigned = { recordId: contactId, action: 'field_update', objectSubtype: 'assigned_to' };
  const row = await readLean(call, deps.activity.findOne(assigned).sort({ time: -1, version: -1 }));
  return (await ifEligible(call, deps, row?.actorId)) ?? ifEligible(call, deps, await baseUser(call, deps));
}

async function ifEligible(
  call: Call,
  { people }: WritePorts,
  userId: number | undefined,
): Promise<number | undefined> {
  if (!userId) return undefined;
  const users = await people.resolve(call, { userIds: [userId], emails: [], postType: 'contacts' });
  return users.find((user) => user.eligible)?.id;
}
