import type { Call, Commit, EventDraft, Write } from '@svc/service-kit';
import type { RecordsDeps } from '../deps.ts';
import { withDerived } from '../derived/with-derived.ts';
import { audienceOf } from '../sharing/audience-of.ts';
import { followEvents } from '../sharing/follow-events.ts';
import { shareEvents } from '../sharing/share-events.ts';
import { shareWrites } from '../sharing/share-writes.ts';
import { activityOf } from './activity-of-changes.ts';
import { recordEvent } from './record-event.ts';
import { insertActivity, reviseRecord } from './record-writes.ts';
import type { Revision } from './revision.ts';

/** The part of a commit that revisions are: each record, its shares, its history and its events, and what stands beside them. */
export async function commitRevisions(
  call: Pick<Call, 'actor' | 'deadline'>,
  deps: RecordsDeps,
  part: { readonly revisions: readonly Revision[]; readonly writes: readonly Write[] },
): Promise<Required<Pick<Commit<unknown>, 'writes' | 'events'>>> {
  const { revisions, writes } = await withDerived(call, deps, part.revisions);
  const rows = revisions.flatMap((revision) => activityOf(revision, call.actor));
  return {
    writes: [
      ...revisions.map((revision) => reviseRecord(deps, revision)),
      ...(await shareWrites(deps, revisions)),
      ...part.writes,
      ...writes,
      ...(await insertActivity(deps, rows)),
    ],
    events: [
      ...revisions.map((revision) => changeEvent(deps, revision)),
      ...revisions.flatMap((revision) => [...shareEvents(revision), ...followEvents(revision)]),
    ],
  };
}

function changeEvent({ postTypes }: RecordsDeps, revision: Revision): EventDraft {
  const { read, record } = revision;
  const postType = postTypes.withAllModules(record.postType);
  return recordEvent(read ? 'updated' : 'created', revision, postType && audienceOf(record, postType));
}
