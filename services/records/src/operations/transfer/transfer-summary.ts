import { recordsTransferSummary, ServiceError } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { TransferDeps } from '../../transfer/transfer-deps.ts';
import { optionLabel } from '../../fields/shared/options.ts';
import type { PostType } from '../../model/post-type.ts';
import type { RecordDocument } from '../../model/record.ts';
import { findArrived } from '../../transfer/find-arrived.ts';
import { badRequest, refuseUnlessUpdating, transferCodes } from '../../transfer/transfer-codes.ts';

const code = transferCodes.summary;

/** Reports the progress of a contact to the site that sent it. */
export const transferSummary = defineHandler(recordsTransferSummary, async (call, deps: TransferDeps) => {
  refuseUnlessUpdating(call.actor, code);
  const { contact_id: remoteId, transfer_foreign_key: foreignKey } = call.input;
  if (!remoteId || !foreignKey) throw badRequest(code, 'Missing contact_id or transfer_foreign_key');
  const arrived = await findArrived(call, deps, { remoteId, foreignKey });
  if (!arrived) throw new ServiceError(code, 'Could not find contact', { status: 404 });
  const postType = deps.postTypes.get('contacts');
  const { record } = arrived;
  return {
    overall_status: option(postType, record, 'overall_status'),
    seeker_path: option(postType, record, 'seeker_path'),
    milestones: texts(record.fields['milestones']),
  };
});

function option({ fields }: PostType, record: RecordDocument, key: string) {
  const field = fields.get(key);
  const stored = record.fields[key];
  return field && typeof stored === 'string' ? { key: stored, label: optionLabel(stored, field) } : null;
}

function texts(stored: unknown): string[] {
  return Array.isArray(stored) ? stored.map(String) : [];
}
