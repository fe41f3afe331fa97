import type { Call } from '@svc/service-kit';
import type { Commit, Write } from '@svc/service-kit/store';
import { withDerived } from '../derived/with-derived.ts';
import { recordEvent } from '../revision/record-event.ts';
import { shareEvents, shareWrites } from '../revision/record-shares.ts';
import { reviseRecord } from '../revision/record-writes.ts';
import type { Revision } from '../revision/revision.ts';
import type { WriteDeps } from '../revision/write-deps.ts';

/**
 * The writes and events of imported revisions: records and shares, but no history, which comes from the source. The events are silent and
 * name no fields, so that nobody is notified.
 */
export async function commitImport(
  call: Pick<Call, 'deadline'>,
  deps: WriteDeps,
  part: { readonly revisions: readonly Revision[]; readonly writes: readonly Write[] },
): Promise<Required<Pick<Commit<unknown>, 'writes' | 'events'>>> {
  const { revisions, writes } = await withDerived(call, deps, part.revisions);
  return {
    writes: [
      ...revisions.map((revision) => reviseRecord(deps, revision)),
      ...(await shareWrites(deps, revisions)),
      ...part.writes,
      ...writes,
    ],
    events: revisions.flatMap((revision) => [
      recordEvent(revision.read ? 'updated' : 'created', {
        ...revision,
        written: { fields: [], silent: true },
      }),
      ...shareEvents(revision),
    ]),
  };
}
