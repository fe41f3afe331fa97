import type { Actor } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import { accessTo } from '../access/record-access.ts';
import type { RecordsDeps } from '../deps.ts';
import { readInTime } from '../store/read-in-time.ts';
import type { RecordDocument } from '../store/record-document.ts';

/**
 * A record of this type that the caller may view or update. Who may is part of the query, so a record that is missing, of
 * another type or forbidden is the same undefined.
 */
export async function loadRecord(
  call: { readonly actor: Actor; readonly deadline: Call['deadline'] },
  deps: Pick<RecordsDeps, 'records' | 'hooks'>,
  wanted: { postType: string; id: number; action: 'view' | 'update' },
): Promise<RecordDocument | undefined> {
  const { id, postType, action } = wanted;
  const { filter, among } = accessTo({ actor: call.actor }, deps, { key: postType }, action);
  const record = await readInTime(call.deadline, (maxTimeMS) =>
    deps.records
      .findOne({ _id: id, postType, ...filter })
      .maxTimeMS(maxTimeMS)
      .lean(),
  );
  return record ? (await among([record]))[0] : undefined;
}
