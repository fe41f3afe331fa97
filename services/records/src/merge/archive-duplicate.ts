import { isDeepStrictEqual } from 'node:util';
import { reconnect } from '../connections/reconnect.ts';
import { duplicateOfKey, withOwnValue } from '../duplicates/own-values.ts';
import { sharedInHistory } from '../revision/record-shares.ts';
import { nextVersion, withValue, type Revision } from '../revision/revision.ts';
import { applyChanges } from '../write/apply-changes.ts';
import type { MergedStates, OwnConnection } from './load-for-merge.ts';
import type { MergedRevision } from './merge-into-primary.ts';
import type { Merge } from './parse-merge.ts';
import { inOne } from './united-ends.ts';

/**
 * The next version of the duplicate: archived, with a reference to the primary record and without connections. `movedFiles` are the keys of
 * its files that move to the primary record: a file belongs to one record.
 */
export function archiveDuplicate(
  merge: Merge,
  { primary, archiving }: MergedStates,
  { connections, at }: { connections: readonly OwnConnection[]; at: Date },
): MergedRevision & { readonly movedFiles: readonly string[] } {
  const { postType } = merge;
  const { record, privateValues } = archiving;
  const base = { postType, revision: nextVersion(record, at), privateValues, named: {} };
  const applied = applyChanges(base, merge.archival, merge.policy);
  const named = { key: duplicateOfKey, stored: String(primary.record._id) };
  const marked = withOwnValue(applied.revision, postType, named);
  const { keys: movedFiles, revision: handedOver } = withoutFiles(marked, merge, { primary, archiving });
  const ends = inOne(connections.map(({ end, item }) => ({ end, before: [item], after: [] })));
  const alone = ends.reduce((revision, end) => reconnect(revision, end, postType), handedOver);
  const revision = sharedInHistory(alone, merge.shares.get(record._id) ?? []);
  return { revision, ends, privateValues: applied.privateValues, movedFiles };
}

/** The files that move to the primary record, and a revision of the duplicate without them. */
function withoutFiles(
  start: Revision,
  { postType }: Pick<Merge, 'postType'>,
  { primary, archiving }: MergedStates,
): { readonly keys: readonly string[]; readonly revision: Revision } {
  const keys: string[] = [];
  let revision = start;
  for (const field of postType.fields.values()) {
    const { key } = field;
    const { read, write } = field.type;
    const given = archiving.record.fields[key];
    if (!read.filesOf || !write.mergeFrom || given === undefined) continue;
    const before = primary.record.fields[key];
    const after = write.apply(before, write.mergeFrom(given, before, field), field);
    if (isDeepStrictEqual(after, before)) continue;
    keys.push(...read.filesOf(given));
    revision = withValue(revision, { field, before: given, after: undefined });
  }
  return { keys, revision };
}
