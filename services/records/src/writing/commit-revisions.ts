import type { Actor } from '@svc/contracts';
import type { Commit, Write } from '@svc/service-kit';
import type { RecordsDeps } from '../deps.ts';
import { activityOf } from './activity-of-changes.ts';
import { recordEvent } from './record-event.ts';
import { insertActivity, reviseRecord } from './record-writes.ts';
import type { Revision } from './revision.ts';

/** The part of a commit that revisions are: each record, its history and its event, and what stands beside them. */
export async function commitRevisions(
  deps: RecordsDeps,
  { revisions, writes }: { readonly revisions: readonly Revision[]; readonly writes: readonly Write[] },
  actor: Actor,
): Promise<Required<Pick<Commit<unknown>, 'writes' | 'events'>>> {
  const rows = revisions.flatMap((revision) => activityOf(revision, actor));
  return {
    writes: [
      ...revisions.map((revision) => reviseRecord(deps, revision)),
      ...writes,
      ...(await insertActivity(deps, rows)),
    ],
    events: revisions.map((revision) => recordEvent(revision.read ? 'updated' : 'created', revision)),
  };
}
