import { createHash } from 'node:crypto';
import { inEnglish, type InputOf, type OutputOf, type recordsImport } from '@svc/contracts';
import type { Call, Commit, Write } from '@svc/service-kit';
import type { PostType } from '../model/post-type.ts';
import type { RecordDocument } from '../model/record.ts';
import { isTopLevel, storageOf } from '../model/stored-value.ts';
import { keepPrivateValues } from '../revision/record-writes.ts';
import { refuseTooLarge, type NamedProblem } from '../revision/refusal.ts';
import { importedId, type ImportedRecord } from '../store/imported-models.ts';
import { readWithDeadline } from '../store/read-with-deadline.ts';
import { parseFields } from '../write/parse-request.ts';
import { commitImport } from './commit-import.ts';
import type { ImportDeps } from './import-deps.ts';
import { asKeeper, importedRevision, type GivenRecord, type UnderstoodRecord } from './imported-revision.ts';

type ImportCall = Call<InputOf<typeof recordsImport>>;

/** The outcome for one record. */
export type Imported = OutputOf<typeof recordsImport>['records'][number];

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
  const { understood, problems } = await understand(call, deps, postType, given);
  if (problems.some(({ field }) => field === 'name')) return { ...answer, outcome: 'refused', problems };
  return deps.store.commit({ ...call, claim: undefined }, () =>
    commitOf(call, deps, { understood, problems }),
  );
}

interface Understanding {
  readonly understood: UnderstoodRecord;
  readonly problems: Imported['problems'];
}

async function understand(
  call: ImportCall,
  deps: ImportDeps,
  postType: PostType,
  given: GivenRecord,
): Promise<Understanding> {
  const keeper = given.private_values?.user_id ?? 0;
  const own = await parseFields(call, deps, { postType, fields: given.fields });
  const kept = await parseFields({ ...call, actor: asKeeper(call.actor, keeper) }, deps, {
    postType,
    fields: given.private_values?.fields ?? {},
  });
  const all = { ...given.fields, ...given.private_values?.fields };
  const unknown = Object.keys(all).filter((key) => !postType.fields.has(key));
  const changes = own.changes.filter(({ field }) => storageOf(field) === 'record' || field.key === 'name');
  const privateChanges = kept.changes.filter(({ field }) => storageOf(field) === 'private');
  return {
    understood: { postType, given, changes, privateChanges },
    problems: [
      ...unknown.map((field) => ({ field, reason: 'There is no such field.' })),
      ...[...own.problems, ...kept.problems].map(inWords),
      ...(changes.some(({ field }) => isTopLevel(field.key)) ? [] : [nameless]),
    ],
  };
}

const nameless = { field: 'name', reason: 'The record has no name.' };

function inWords({ field, message }: NamedProblem) {
  return { field, reason: inEnglish(message) };
}

/** Built again when another import was faster; then it finds the record. */
async function commitOf(
  call: ImportCall,
  deps: ImportDeps,
  { understood, problems }: Understanding,
): Promise<Commit<Imported>> {
  const { given, postType } = understood;
  const noted = await findNoted(call, deps, given);
  const known = await findKnown(call, deps, understood, noted);
  const answer = { source_id: given.source_id, problems };
  if (noted && !known) return { writes: [], answer: { ...answer, id: null, outcome: 'gone' } };
  const id = known?._id ?? (await deps.recordIds.next());
  const { revision, privateValues } = importedRevision(understood, { id, known });
  refuseTooLarge(revision.record, 'create_post');
  const user = given.private_values?.user_id;
  const kept = user && privateValues ? [keepPrivateValues(deps, revision.record, user, privateValues)] : [];
  const note = noteWrite(deps, call.input.source, { given, postType, id });
  return {
    ...(await commitImport(call, deps, { revisions: [revision], writes: [...kept, note] })),
    answer: { ...answer, id, outcome: known ? 'changed' : 'created' },
  };
}

async function findNoted(
  { deadline, input }: ImportCall,
  { importedRecords }: ImportDeps,
  { source_id: id }: GivenRecord,
): Promise<ImportedRecord | null> {
  return readWithDeadline(deadline, (maxTimeMS) =>
    importedRecords.findById(importedId(input.source, id)).maxTimeMS(maxTimeMS).lean<ImportedRecord>(),
  );
}

/** The record that was imported before; else, for a record that stands for a user, the one that stands for them here. */
async function findKnown(
  { deadline }: ImportCall,
  { records }: ImportDeps,
  { postType, changes }: UnderstoodRecord,
  noted: ImportedRecord | null,
): Promise<RecordDocument | undefined> {
  const { key, userField } = postType;
  const represents = changes.find(({ field }) => field.key === userField);
  const user = represents?.field.type.apply(undefined, represents.change, represents.field);
  if (!noted && !user) return undefined;
  const filter = noted ? { _id: noted.recordId } : { postType: key, [`fields.${userField}`]: user };
  const found = await readWithDeadline(deadline, (maxTimeMS) =>
    records.findOne(filter).maxTimeMS(maxTimeMS).lean<RecordDocument>(),
  );
  return found ?? undefined;
}

function noteWrite(
  { store, importedRecords }: ImportDeps,
  source: string,
  { given, postType, id }: { given: GivenRecord; postType: PostType; id: number },
): Write {
  const filter: Record<string, unknown> = { _id: importedId(source, given.source_id) };
  const update = { $set: { postType: postType.key, recordId: id, digest: digestOf(given) } };
  const namespace = store.namespace(importedRecords);
  return { model: { name: 'updateOne', namespace, filter, update, upsert: true } };
}

function digestOf(given: GivenRecord): string {
  return createHash('sha256').update(JSON.stringify(given)).digest('base64url');
}
