import type { RecordsDeps } from '../deps.ts';
import { baseUser } from '../people/base-user.ts';
import type { CreateCall } from './prepare-create.ts';
import type { RevisedRecords } from './revise-records.ts';
import { sharedWith } from './revision.ts';

/** What a site link creates and nobody has is shared with the base user: a site link has no shares (facts of creating). */
export async function leftToBaseUser(
  call: CreateCall,
  deps: Pick<RecordsDeps, 'caller'>,
  revised: RevisedRecords,
): Promise<RevisedRecords> {
  const [main, ...others] = revised.revisions;
  if (call.actor.kind !== 'site_link' || main.record.sharedWith.length > 0) return revised;
  const userId = await baseUser(call, deps);
  const shared = sharedWith(main, userId === undefined ? [] : [userId]);
  return { ...revised, revisions: [shared, ...others], state: { ...revised.state, record: shared.record } };
}
