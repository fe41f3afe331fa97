import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  type importedRecordSchema,
  inEnglish,
  type InputOf,
  type OutputOf,
  type recordsImport,
} from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import type { Commit } from '@svc/service-kit/store';
import type { z } from 'zod';
import type { PostType } from '../model/post-type.ts';
import type { RecordDocument } from '../model/record.ts';
import { isTopLevel, storageOf, storedValue } from '../model/stored-value.ts';
import { keepPrivateValues, writeTo } from '../revision/record-writes.ts';
import { refuseTooLarge } from '../revision/refusal.ts';
import {
  firstVersion,
  nextVersion,
  withPrivateValueOwner,
  withValue,
  type Revision,
} from '../revision/revision.ts';
import { importedId } from '../store/imported-models.ts';
import { readLean } from '../store/read-with-deadline.ts';
import { applyChanges } from '../write/apply-changes.ts';
import { commitRevisions } from '../write/commit-revisions.ts';
import { ParsedWrite } from '../write/parsed-write.ts';
import { findImported } from './find-imported.ts';
import type { ImportDeps } from './import-deps.ts';

type ImportCall = Call<InputOf<typeof recordsImport>>;

type Imported = OutputOf<typeof recordsImport>['records'][number];

type GivenRecord = z.infer<typeof importedRecordSchema>;

type UnderstoodRecord = Awaited<ReturnType<typeof understand>>;

/** Imports one record, unless it is unchanged. Values that their field's type refuses are left out and reported. */
export async function importRecord(
  call: ImportCall,
  deps: ImportDeps,
  postType: PostType,
  given: GivenRecord,
): Promise<Imported> {
  const noted = await findNoted(call, deps, given);
  const answer = { source_id: given.source_id, id: noted?.recordId ?? null, problems: [] };
  if (noted?.digest === digestOf(given)) return { ...answer, outcome: 'unchanged' };
  const understood = await understand(call, deps, postType, given);
  const { problems } = understood;
  if (problems.some(({ field }) => field === 'name')) return { ...answer, outcome: 'refused', problems };
  return deps.store.commit({ ...call, claim: undefined }, () => commitOf(call, deps, understood));
}

/** A given record with its parsed values, and the problems of the others. */
async function understand(call: ImportCall, deps: ImportDeps, postType: PostType, given: GivenRecord) {
  const keeper = given.private_values?.user_id ?? 0;
  const own = await new ParsedWrite(call, deps, postType).changesOf({ fields: given.fields });
  const keeperCall = { ...call, actor: { ...call.actor, userId: keeper } };
  const kept = await new ParsedWrite(keeperCall, deps, postType).changesOf({
    fields: given.private_values?.fields ?? {},
  });
  const all = { ...given.fields, ...given.private_values?.fields };
  const unknown = Object.keys(all).filter((key) => !postType.fields.has(key));
  const changes = own.changes.filter(({ field }) => storageOf(field) === 'record' || field.key === 'name');
  const privateChanges = kept.changes.filter(({ field }) => storageOf(field) === 'private');
  return {
    postType,
    given,
    changes,
    privateChanges,
    problems: [
      ...unknown.map((field) => ({ field, reason: 'The post type has no such field.' })),
      ...[...own.problems, ...kept.problems].map(({ field, message }) => ({
        field,
        reason: inEnglish(message),
      })),
      ...(changes.some(({ field }) => isTopLevel(field.key)) ? [] : [nameless]),
    ],
  };
}

const nameless = { field: 'name', reason: 'The record has no name.' };

/** The policy of an import. */
const importing = { code: 'create_post', existing: 'replaced' } as const;

/** Built again when another import was faster; then it finds the record. */
async function commitOf(
  call: ImportCall,
  deps: ImportDeps,
  understood: UnderstoodRecord,
): Promise<Commit<Imported>> {
  const { given, postType, problems } = understood;
  const noted = await findNoted(call, deps, given);
  const known = await findKnown(call, deps, understood, noted);
  const answer = { source_id: given.source_id, problems };
  if (noted && !known) return { writes: [], answer: { ...answer, id: null, outcome: 'gone' } };
  const id = known?._id ?? (await deps.recordIds.next());
  const { revision, privateValues } = importedRevision(understood, { id, known });
  refuseTooLarge(revision.record, 'create_post');
  const user = given.private_values?.user_id;
  const kept = user && privateValues ? [keepPrivateValues(deps, revision.record, user, privateValues)] : [];
  const note = writeTo(deps, deps.importedRecords, {
    name: 'updateOne',
    filter: { _id: importedId(call.input.source, given.source_id) },
    update: { $set: { postType: postType.key, recordId: id, digest: digestOf(given) } },
    upsert: true,
  });
  return {
    ...(await commitRevisions(call, deps, {
      revisions: [revision],
      writes: [...kept, note],
      source: 'import',
    })),
    answer: { ...answer, id, outcome: known ? 'changed' : 'created' },
  };
}

/**
 * The version that gives a record the state that it has at the source: values that are not given are unset; dates, author and shares are
 * those of the source. Connections, files, history and the private values of other users stay.
 */
function importedRevision(
  { postType, given, changes, privateChanges }: UnderstoodRecord,
  target: { readonly id: number; readonly known: RecordDocument | undefined },
) {
  const createdAt = new Date(given.created_at * 1000);
  const { author_id: authorId } = given;
  const first = firstVersion({ id: target.id, postType: postType.key, authorId, at: createdAt });
  const base = { postType, revision: first, privateValues: {}, named: {} };
  const applied = applyChanges(base, [...changes, ...privateChanges], importing);
  const start = target.known ? nextVersion(target.known, createdAt) : first;
  const revision = withDates(differing(start, applied.revision.record, postType), given);
  const user = given.private_values?.user_id;
  const { privateValues } = applied;
  return {
    revision: user && privateValues ? withPrivateValueOwner(revision, user) : revision,
    privateValues,
  };
}

/** The revision that takes each value stored in the record, except files, from `wanted`. */
function differing(start: Revision, wanted: RecordDocument, postType: PostType): Revision {
  const fields = [...postType.fields.values()].filter(
    (field) => field.key === 'name' || (storageOf(field) === 'record' && !field.type.read.filesOf),
  );
  return fields.reduce((revision, field) => {
    const of = (record: RecordDocument) => storedValue({ record, privateValues: {}, connected: {} }, field);
    const before = of(revision.record);
    const after = of(wanted);
    return isDeepStrictEqual(before, after) ? revision : withValue(revision, { field, before, after });
  }, start);
}

function withDates(revision: Revision, given: GivenRecord): Revision {
  const record = {
    ...revision.record,
    authorId: given.author_id,
    createdAt: new Date(given.created_at * 1000),
    lastModified: new Date(given.last_modified * 1000),
    sharedWith: [...new Set(given.shared_with)],
  };
  return { ...revision, record };
}

async function findNoted(call: ImportCall, deps: ImportDeps, { source_id: id }: GivenRecord) {
  return (await findImported(call, deps, { source: call.input.source, ids: [id] })).get(id);
}

/** The record that was imported before; else, for a record that stands for a user, the one that stands for them here. */
async function findKnown(
  { deadline }: ImportCall,
  { records }: ImportDeps,
  { postType, changes }: UnderstoodRecord,
  noted: Awaited<ReturnType<typeof findNoted>>,
): Promise<RecordDocument | undefined> {
  const { key, userField } = postType;
  const represents = changes.find(({ field }) => field.key === userField);
  const user = represents?.field.type.write.apply(undefined, represents.change, represents.field);
  if (!noted && !user) return undefined;
  const filter = noted ? { _id: noted.recordId } : { postType: key, [`fields.${userField}`]: user };
  const found = await readLean({ deadline }, records.findOne(filter));
  return found ?? undefined;
}

function digestOf(given: GivenRecord): string {
  return createHash('sha256').update(JSON.stringify(given)).digest('base64url');
}
