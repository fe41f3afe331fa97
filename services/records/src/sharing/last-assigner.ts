import type { Call } from '@svc/service-kit';
import type { WriteDeps } from '../revision/write-deps.ts';
import { readWithDeadline } from '../store/read-with-deadline.ts';
import { baseUser } from '../directory/base-user.ts';

type Deps = Pick<WriteDeps, 'activity' | 'people' | 'caller'>;
type AskingCall = Pick<Call, 'ask' | 'deadline' | 'requestId'>;

/** The user who gets a declined contact: its last assigner, otherwise the base user; undefined if neither may access contacts. */
export async function lastAssigner(
  call: AskingCall,
  deps: Deps,
  contactId: number,
): Promise<number | undefined> {
  const assigned = { recordId: contactId, action: 'field_update', objectSubtype: 'assigned_to' };
  const row = await readWithDeadline(call.deadline, (maxTimeMS) =>
    deps.activity.findOne(assigned).sort({ time: -1, version: -1 }).maxTimeMS(maxTimeMS).lean(),
  );
  return (await ifEligible(call, deps, row?.actorId)) ?? ifEligible(call, deps, await baseUser(call, deps));
}

async function ifEligible(
  call: AskingCall,
  { people }: Deps,
  userId: number | undefined,
): Promise<number | undefined> {
  if (!userId) return undefined;
  const users = await people.resolve(call, { userIds: [userId], emails: [], postType: 'contacts' });
  return users.find((user) => user.eligible)?.id;
}
