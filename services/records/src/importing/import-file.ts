import { inEnglish, type InputOf, type OutputOf, type recordsFinishFileImport } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import type { Commit } from '@svc/service-kit/store';
import { addedFiles, fileFieldOf } from '../files/change-files.ts';
import { boundsOfField, boundsOfImportedComment } from '../files/file-bounds.ts';
import { keepFiles } from '../files/file-writes.ts';
import { giveFiles, storeFile } from '../files/store-file.ts';
import { endUpload, uploadedBytes, uploadOf } from '../files/uploads.ts';
import type { StoredFile } from '../fields/file-upload/stored-file.ts';
import type { Field } from '../model/field.ts';
import { refuseTooLarge } from '../revision/refusal.ts';
import { nextVersion, withValue } from '../revision/revision.ts';
import { writeTo } from '../revision/record-writes.ts';
import { importedFileId } from '../store/imported-models.ts';
import { commitRevisions } from '../write/commit-revisions.ts';
import { readLean } from '../store/read-with-deadline.ts';
import type { FileImportDeps } from './import-deps.ts';

type Input = InputOf<typeof recordsFinishFileImport>;
type FileCall = Call<Input>;

/** A file of the source, and the record and field or comment that it belongs to. */
type GivenFile = Pick<Input, 'source' | 'post_type' | 'record_id' | 'meta_key' | 'of_comment' | 'file_id'>;

type FileImported = OutputOf<typeof recordsFinishFileImport>;

/** The id of the stored document about an imported file. */
export function noteIdOf({ source, record_id: id, meta_key: key, file_id: file }: GivenFile): string {
  return importedFileId(source, id, key, file);
}

/** The outcome for a file that was imported before; undefined for a new file. */
export async function findImportedFile(
  { deadline }: Pick<Call, 'deadline'>,
  { importedFiles, files }: Pick<FileImportDeps, 'importedFiles' | 'files'>,
  given: GivenFile,
): Promise<FileImported | undefined> {
  const { key } = (await readLean({ deadline }, importedFiles.findById(noteIdOf(given)))) ?? {};
  if (key === undefined) return undefined;
  const isKept = await readLean({ deadline }, files.exists({ _id: key, state: 'kept' }));
  return { outcome: isKept ? 'unchanged' : 'gone', key };
}

/** The field that gets the file; undefined for a file of a comment. @throws ServiceError `rest_invalid_param` for a field without files. */
export function fieldFor({ postTypes }: Pick<FileImportDeps, 'postTypes'>, given: GivenFile) {
  return given.of_comment ? undefined : fileFieldOf(postTypes.get(given.post_type), given.meta_key);
}

/** Writes an uploaded file to the storage and adds it to the record, without a history row: the history comes from the source. */
export async function importFile(call: FileCall, deps: FileImportDeps): Promise<FileImported> {
  const { input } = call;
  const field = fieldFor(deps, input);
  const { _id: upload } = await uploadOf(call.actor, deps, input.upload_id);
  const { name, size, is_cut: isCut } = input;
  const content = () => uploadedBytes(deps, { upload, file: 0, size });
  const target = targetOf(input, field, deps);
  const stored = await storeFile(call, deps, { target, sent: { name, size, isCut, content } });
  const answer =
    'refused' in stored
      ? ({ outcome: 'refused', key: null, reason: inEnglish(stored.refused) } as const)
      : await keep(call, deps, { field, stored: stored.file });
  await endUpload(call.actor, deps, upload);
  return answer;
}

function keep(
  call: FileCall,
  deps: FileImportDeps,
  { field, stored }: { field: Field | undefined; stored: StoredFile },
): Promise<FileImported> {
  const { uploaded_at: uploadedAt = stored.uploaded_at } = call.input;
  const file = { ...stored, uploaded_at: uploadedAt };
  const give = () =>
    deps.store.commit({ ...call, claim: undefined }, () => commitOf(call, deps, { field, file }));
  return giveFiles(call, deps, { keys: [file.key], give });
}

/** Where the file is stored, and which files may be. */
function targetOf(input: Input, field: Field | undefined, { maxFileBytes }: FileImportDeps) {
  const { post_type: postType, record_id: recordId, meta_key: metaKey } = input;
  const { of_comment: isOfComment, uploader_id: uploaderId } = input;
  const bounds = field ? boundsOfField(field, maxFileBytes) : boundsOfImportedComment(maxFileBytes);
  return { postType, recordId, metaKey, isOfComment, uploaderId, bounds };
}

async function commitOf(
  call: FileCall,
  deps: FileImportDeps,
  { field, file }: { field: Field | undefined; file: StoredFile },
): Promise<Commit<FileImported>> {
  const { input, deadline } = call;
  const noted = await findImportedFile(call, deps, input);
  if (noted) return { writes: [], answer: noted };
  const { record_id: _id, post_type: postType } = input;
  const read = await readLean({ deadline }, deps.records.findOne({ _id, postType }));
  if (!read) return { writes: [], answer: { outcome: 'gone', key: null } };
  const document = { _id: noteIdOf(input), key: file.key };
  const note = writeTo(deps, deps.importedFiles, { name: 'insertOne', document });
  const answer = { outcome: 'created', key: file.key } as const;
  if (!field) return { writes: [...keepFiles(deps, [file.key]), note], answer };
  const before = read.fields[field.key];
  const { after, writes } = addedFiles(deps, field, [file], before);
  // The modification date stays the same.
  const revision = withValue(nextVersion(read, read.lastModified), { field, before, after });
  refuseTooLarge(revision.record, 'update_post');
  const part = { revisions: [revision], writes: [...writes, note], source: 'import' as const };
  return { ...(await commitRevisions(call, deps, part)), answer };
}
