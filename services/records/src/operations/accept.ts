import {
  acceptedByDefault,
  checkPostType,
  msg,
  recordsAccept,
  ServiceError,
  type Fields,
  type InputOf,
} from '@svc/contracts';
import { defineHandler, type Call } from '@svc/service-kit';
import { baseUser } from '../directory/base-user.ts';
import type { PostType } from '../model/post-type.ts';
import { loadOrRefuse } from '../read/load-record.ts';
import { recordDraft } from '../revision/activity-of-changes.ts';
import { readLean } from '../store/read-with-deadline.ts';
import { updateRecord } from '../write/write-record.ts';
import { updating, type WritePorts } from '../write/write-request.ts';

/** Accepts a record, or returns it to its assigner; the update notifies nobody (docs/guides/sharing.md#accepting-a-contact). */
export const accept = defineHandler(recordsAccept, async (call, deps: WritePorts) => {
  const { post_type: key = acceptedByDefault, id } = call.input;
  checkPostType(call.actor, key);
  const postType = deps.postTypes.get(key);
  const { acceptance } = postType;
  if (!acceptance) throw new ServiceError('rest_no_route', msg`Records of ${key} are not accepted.`);
  const isAccepted = accepts(call.input, statusOf(postType, acceptance.accepted));
  const refusal = { code: 'accept_contact', message: 'You do not have permission for this' } as const;
  const wanted = { postType: key, id, action: 'update', byUser: true } as const;
  const load = () => loadOrRefuse(call, deps, { ...wanted, ...refusal });
  await load();
  const declined = async (): Promise<Fields> => ({
    assigned_to: (await lastAssigner(call, deps, wanted)) ?? '',
    ...acceptance.declined,
  });
  return updateRecord(call, deps, {
    postType,
    target: { id, load },
    policy: updating({ silent: true }),
    fields: isAccepted ? { ...acceptance.accepted } : await declined(),
    rows: [recordDraft(isAccepted ? 'assignment_accepted' : 'assignment_decline', true)],
    occasion: isAccepted ? 'assignment_accepted' : 'assignment_declined',
  });
});

/** Some clients send the status that the record would get. */
function accepts(
  { accept, overall_status: status }: InputOf<typeof recordsAccept>,
  acceptedStatus: unknown,
): boolean {
  if (accept !== undefined) return accept;
  if (status) return status === acceptedStatus;
  const missing = 'accept';
  throw new ServiceError('rest_missing_callback_param', msg`Missing parameter(s): ${missing}`, {
    data: { params: [missing] },
  });
}

/** The status among the values that an answer writes. */
function statusOf({ statusField }: Pick<PostType, 'statusField'>, values: Fields): unknown {
  return statusField && values[statusField.status_key];
}

interface Declined {
  readonly postType: string;
  readonly id: number;
}

/** The user who gets a declined record: its last assigner, otherwise the base user; undefined if neither may access records of the type. */
async function lastAssigner(
  call: Call,
  deps: WritePorts,
  { postType, id }: Declined,
): Promise<number | undefined> {
  const assigned = { recordId: id, action: 'field_update', objectSubtype: 'assigned_to' };
  const row = await readLean(call, deps.activity.findOne(assigned).sort({ time: -1, version: -1 }));
  const ifEligible = async (userId: number | undefined) => {
    if (!userId) return undefined;
    const users = await deps.people.resolve(call, { userIds: [userId], emails: [], postType });
    return users.find((user) => user.eligible)?.id;
  };
  return (await ifEligible(row?.actorId)) ?? ifEligible(await baseUser(call, deps));
}
