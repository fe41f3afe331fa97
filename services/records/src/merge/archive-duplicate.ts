import type { ConnectionItem } from '../model/connection-item.ts';
import { reconnect, type EndChange } from '../connections/reconnect.ts';
import { endName } from '../model/side.ts';
import { duplicateOfKey } from '../duplicates/duplicate-of.ts';
import { withOwnValue } from '../duplicates/with-own-value.ts';
import { sharedInHistory } from '../revision/record-shares.ts';
import { applyChanges } from '../write/apply-changes.ts';
import { refusal } from '../revision/refusal.ts';
import { nextVersion } from '../revision/revision.ts';
import { handedOverFiles } from './handed-over-files.ts';
import type { OwnConnection } from './load-all-connections.ts';
import type { Merge, MergedRevision, MergedStates } from './merge.ts';

/** The next version of the duplicate: archived, with a reference to the primary record and without connections. */
export function archiveDuplicate(
  merge: Merge,
  { primary, archiving }: MergedStates,
  { connections, at }: { connections: readonly OwnConnection[]; at: Date },
): MergedRevision {
  const { postType } = merge;
  const { record, privateValues } = archiving;
  const base = { postType, revision: nextVersion(record, at), privateValues, named: {} };
  const applied = applyChanges(base, merge.archival, { keepExisting: false });
  if (applied.problems.length > 0) throw refusal(applied.problems, 'update_post');
  const named = { key: duplicateOfKey, stored: String(primary.record._id) };
  const marked = withOwnValue(applied.revision, postType, named);
  const { revision: handedOver } = handedOverFiles(merge, { primary, archiving }, marked);
  const ends = withoutAll(connections);
  const alone = ends.reduce((revision, end) => reconnect(revision, end, postType), handedOver);
  const revision = sharedInHistory(alone, merge.shares.get(record._id) ?? []);
  return { revision, ends, privateValues: applied.privateValues };
}

function withoutAll(connections: readonly OwnConnection[]): EndChange[] {
  const ends = new Map<string, EndChange & { before: ConnectionItem[] }>();
  for (const { end, item } of connections) {
    const change = ends.get(endName(end)) ?? { end, before: [], after: [] };
    change.before.push(item);
    ends.set(endName(end), change);
  }
  return [...ends.values()];
}
