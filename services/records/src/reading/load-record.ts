import type { Actor } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import { grantFilter } from '../access/grant.ts';
import { grantsOf } from '../access/grants-of.ts';
import type { RecordsDeps } from '../deps.ts';
import { readInTime } from '../store/read-in-time.ts';
import type { RecordDocument } from '../store/record-document.ts';

/**
 * A record of this type that the caller may view or update. Who may is part of the query, so a record that is missing, of
 * another type or forbidden is the same undefined.
 */
export async function loadRecord(
  call: { readonly actor: Actor; readonly deadline: Call['deadline'] },
  deps: Pick<RecordsDeps, 'records'>,
  wanted: { postType: string; id: number; action: 'view' | 'update' },
): Promise<RecordDocument | undefined> {
  const grants = grantsOf(call.actor, wanted.action, wanted.postType);
  const filter = { _id: wanted.id, postType: wanted.postType, ...grantFilter(grants) };
  const record = await readInTime(call.deadline, (maxTimeMS) =>
    deps.records.findOne(filter).maxTimeMS(maxTimeMS).lean(),
  );
  return record ?? undefined;
}
