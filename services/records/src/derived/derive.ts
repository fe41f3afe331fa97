import type { Field } from '../model/field.ts';
import type { PostType } from '../model/post-type.ts';
import { storageOf } from '../model/stored-value.ts';
import type { RecordDocument } from '../model/record.ts';
import type { Lineage } from '../model/places.ts';
import { termPrefix, termsOf } from '../model/field-terms.ts';
import { isChannel, searchTextOf, textEntries } from '../model/record-texts.ts';
import { isDeepStrictEqual } from 'node:util';
import type { Call } from '@svc/service-kit';
import type { Write } from '@svc/service-kit/store';
import type { ReadDeps } from '../read/read-deps.ts';
import type { Revision } from '../revision/revision.ts';
import { writeTo } from '../revision/record-writes.ts';

interface DerivedWith {
  /** The fields whose values are new. */
  readonly fields: Iterable<Field>;
  readonly postType: PostType;
  readonly lineage: Lineage;
}

/**
 * A record with new sort keys, filter terms and search text for these fields; those of other fields stay. A commit passes the fields that
 * it changes, a rebuild passes all fields: both use this function, so that their results cannot differ.
 */
export function derive(record: RecordDocument, { fields, postType, lineage }: DerivedWith): RecordDocument {
  const own = [...fields].filter(isDerived);
  const isSearched = !record.searchText || own.some((field) => field.key === 'name' || isChannel(field));
  return {
    ...record,
    sort: sortKeys(record, own),
    filterTerms: filterTermsOf(record, own, lineage),
    ...(isSearched ? { searchText: searchTextOf(record, postType) } : {}),
  };
}

/** A record without its derived data. */
export function underived({ searchText: _searched, ...record }: RecordDocument): RecordDocument {
  return { ...record, sort: { name: '' }, filterTerms: [] };
}

/** The rows of the location grid whose lineages the terms of these fields need. */
export function placesIn(record: RecordDocument, fields: Iterable<Field>): readonly number[] {
  return [...fields].filter(isDerived).flatMap((field) => {
    const stored = valueOf(record, field);
    return stored === undefined || !field.type.query?.filterTerms
      ? []
      : (field.type.read.placesOf?.(stored) ?? []);
  });
}

/** Fields stored in the record, and its name. The other top-level fields are dates, which lists filter and sort as they are. */
function isDerived(field: Field): boolean {
  return field.key === 'name' || storageOf(field) === 'record';
}

function valueOf(record: RecordDocument, { key }: Field): unknown {
  return key === 'name' ? record.name : record.fields[key];
}

function sortKeys(record: RecordDocument, fields: readonly Field[]): RecordDocument['sort'] {
  const sort = { ...record.sort };
  for (const field of fields) {
    const stored = valueOf(record, field);
    const key = stored === undefined ? undefined : field.type.query?.sortKey?.(stored, field);
    // Lists rely on every record having a sort key for its name.
    if (key !== undefined || field.key === 'name') sort[field.key] = key ?? '';
    else delete sort[field.key];
  }
  return sort;
}

function filterTermsOf(
  record: RecordDocument,
  fields: readonly Field[],
  lineage: Lineage,
): readonly string[] {
  const starts = fields.map(termPrefix);
  const kept = (record.filterTerms ?? []).filter((term) => !starts.some((start) => term.startsWith(start)));
  const made = fields.flatMap((field) => termsOf(field, valueOf(record, field), lineage));
  return [...new Set([...kept, ...made])];
}

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
