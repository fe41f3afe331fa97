import { recordsAccept, type Fields } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { WriteDeps } from '../revision/write-deps.ts';
import { assignmentRow } from '../sharing/assignment-row.ts';
import { lastAssigner } from '../sharing/last-assigner.ts';
import { loadOrRefuse } from '../read/load-record.ts';
import { updateRecord } from '../write/update-record.ts';

/** Accepts a contact, or returns it to its assigner; the update notifies nobody (docs/sharing.md#accepting-a-contact). */
export const accept = defineHandler(recordsAccept, async (call, deps: WriteDeps) => {
  const postType = deps.postTypes.get('contacts');
  const { id, accept: isAccepted } = call.input;
  const refusal = { code: 'accept_contact', message: 'You do not have permission for this' } as const;
  const load = () => loadOrRefuse(call, deps, { postType: 'contacts', id, action: 'update', ...refusal });
  await load();
  const declined = async (): Promise<Fields> => ({
    assigned_to: (await lastAssigner(call, deps, id)) ?? '',
    overall_status: 'unassigned',
    accepted: false,
  });
  return updateRecord({ ...call, input: { silent: true } }, deps, {
    postType,
    id,
    load,
    keepExisting: false,
    code: 'update_post',
    fields: isAccepted ? { overall_status: 'active', accepted: true } : await declined(),
    rows: [assignmentRow(isAccepted)],
    occasion: isAccepted ? 'assignment_accepted' : 'assignment_declined',
  });
});
