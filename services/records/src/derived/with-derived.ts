import { isDeepStrictEqual } from 'node:util';
import type { Call } from '@svc/service-kit';
import type { Write } from '@svc/service-kit/store';
import type { ReadDeps } from '../read/read-deps.ts';
import type { Revision } from '../revision/revision.ts';
import { writeTo } from '../revision/write-to.ts';
import type { RecordDocument } from '../model/record.ts';
import { textEntries } from '../model/record-texts.ts';
import { derive, placesIn } from './derive.ts';

type Deps = Pick<ReadDeps, 'store' | 'postTypes' | 'places' | 'recordTexts'>;

/**
 * Revisions with the data by which lists find and sort their records, and the writes of their text entries. Fields count as if all modules
 * were on, so that switching a module changes no derived data.
 */
export async function withDerived(
  call: Pick<Call, 'deadline'>,
  deps: Deps,
  revisions: readonly Revision[],
): Promise<{ revisions: readonly Revision[]; writes: readonly Write[] }> {
  const parts = revisions.map((revision) => ({ revision, with: changedIn(revision, deps) }));
  const places = parts.flatMap((part) => (part.with ? placesIn(part.revision.record, part.with.fields) : []));
  const lineage = await deps.places.lineages(call.deadline, places);
  const derived = parts.map(({ revision, with: changed }) =>
    changed ? { ...revision, record: derive(revision.record, { ...changed, lineage }) } : revision,
  );
  return { revisions: derived, writes: derived.flatMap((revision) => changedEntries(revision, deps)) };
}

/** The write of a record's text entries, by which searches for text find it. */
export function entriesWrite(
  deps: Pick<ReadDeps, 'store' | 'recordTexts'>,
  { _id, postType, searchText }: Pick<RecordDocument, '_id' | 'postType' | 'searchText'>,
): Write {
  const entries = searchText ? textEntries(searchText) : [];
  const update = { $set: { postType, entries } };
  return writeTo(deps, deps.recordTexts, { name: 'updateOne', filter: { _id }, update, upsert: true });
}

/** The fields that a revision changes; undefined for a type that is no longer declared. */
function changedIn({ record, changed }: Revision, { postTypes }: Deps) {
  const postType = postTypes.withAllModules(record.postType);
  const fields = changed.map(({ field }) => postType?.fields.get(field.key) ?? field);
  return postType && { postType, fields };
}

function changedEntries({ read, record }: Revision, deps: Deps): Write[] {
  const isSame = record.searchText === undefined || isDeepStrictEqual(read?.searchText, record.searchText);
  return isSame ? [] : [entriesWrite(deps, record)];
}
