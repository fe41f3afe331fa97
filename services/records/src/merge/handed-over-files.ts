import { isDeepStrictEqual } from 'node:util';
import { withValue, type Revision } from '../revision/revision.ts';
import type { Merge, MergedStates } from './merge.ts';

/**
 * The files of the duplicate that move to the primary record, and a revision of the duplicate without them: a file belongs to one record.
 */
export function handedOverFiles(
  { postType }: Pick<Merge, 'postType'>,
  { primary, archiving }: MergedStates,
  start: Revision,
): { readonly keys: readonly string[]; readonly revision: Revision } {
  const keys: string[] = [];
  let revision = start;
  for (const field of postType.fields.values()) {
    const { type, key } = field;
    const given = archiving.record.fields[key];
    if (!type.filesOf || !type.mergeFrom || given === undefined) continue;
    const before = primary.record.fields[key];
    const after = type.apply(before, type.mergeFrom(given, before, field), field);
    if (isDeepStrictEqual(after, before)) continue;
    keys.push(...type.filesOf(given));
    revision = withValue(revision, { field, before: given, after: undefined });
  }
  return { keys, revision };
}
