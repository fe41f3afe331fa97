import { type Actor, msg, ServiceError, type InputOf, type recordsDeleteFiles } from '@svc/contracts';
import { invalidParam, type Call } from '@svc/service-kit';
import type { Write } from '@svc/service-kit/store';
import type { StoredFile } from '../fields/file-upload/stored-file.ts';
import type { Field } from '../model/field.ts';
import type { RecordDocument } from '../model/record.ts';
import type { PostType } from '../model/post-type.ts';
import { type LoadDeps, loadOrRefuse, type RecordRequest } from '../read/load-record.ts';
import { commitLocked } from '../revision/record-locks.ts';
import { refuseTooLarge } from '../revision/refusal.ts';
import { nextVersion, withValue, writtenBy } from '../revision/revision.ts';
import { commitRevisions } from '../write/commit-revisions.ts';
import type { LockedRevisionPorts } from '../revision/revision-ports.ts';
import type { FileDeps } from './file-deps.ts';
import { dropFiles, keepFiles } from './file-writes.ts';

interface FilesChange<Answer> {
  readonly postType: string;
  readonly id: number;
  readonly field: Field;
  /** Whether only users may do it, and no site link. */
  readonly byUser?: true;
  /** The field's new value and the writes that belong to it; undefined when nothing changes. */
  change(before: unknown): { readonly after: unknown; readonly writes: readonly Write[] } | undefined;
  answer(record: RecordDocument): Answer;
}

const forbidden = { code: 'rest_forbidden', message: 'Sorry, you are not allowed to do that.' } as const;

/** A record whose files the caller may change. @throws ServiceError `rest_forbidden` */
export function loadForFiles(
  call: Pick<Call, 'actor' | 'deadline'>,
  deps: LoadDeps,
  { action = 'update', ...wanted }: Partial<RecordRequest> & Pick<RecordRequest, 'postType' | 'id'>,
): Promise<RecordDocument> {
  return loadOrRefuse(call, deps, { ...wanted, action, ...forbidden });
}

/** The field of a type that holds files. @throws ServiceError `rest_invalid_param` */
export function fileFieldOf(postType: PostType, key: string): Field {
  const field = postType.fields.get(key);
  if (field?.type.read.filesOf && !field.definition.private) return field;
  const message = msg`must be a field of ${postType.key} for files that is not private`;
  throw invalidParam({ meta_key: message });
}

/** Writes the new value of a field, with its files, history and event, in one transaction. */
export function changeFiles<Answer>(
  call: Call,
  deps: LockedRevisionPorts & Pick<FileDeps, 'hooks'>,
  { postType, id, field, byUser, change, answer }: FilesChange<Answer>,
): Promise<Answer> {
  const build = async () => {
    const read = await loadForFiles(call, deps, { postType, id, ...(byUser && { byUser }) });
    const before = read.fields[field.key];
    const changed = change(before);
    if (!changed) return { writes: [], answer: answer(read) };
    const { after } = changed;
    const written = writtenBy([{ field, change: after }], { silent: false, occasion: undefined });
    const revision = withValue({ ...nextVersion(read, new Date()), written }, { field, before, after });
    refuseTooLarge(revision.record, 'update_post');
    const part = { revisions: [revision], writes: changed.writes };
    return { ...(await commitRevisions(call, deps, part)), answer: answer(read) };
  };
  return commitLocked(call, deps, [id], build);
}

/**
 * Checks that a site link does not replace the picture of a field, which would delete the one before.
 * @throws ServiceError `rest_forbidden`
 */
export function refuseReplacing(actor: Actor, before: unknown): void {
  if (typeof before === 'string' && actor.kind === 'site_link')
    throw new ServiceError(forbidden.code, forbidden.message);
}

/** The value of a field with more files, and the writes that belong to it; a field with one picture gets the new one in its place. */
export function addedFiles(
  deps: Pick<FileDeps, 'files' | 'store'>,
  { type }: Field,
  added: readonly StoredFile[],
  before: unknown,
) {
  const keys = added.map(({ key }) => key);
  const kept = keepFiles(deps, keys);
  if (type.name === 'file_upload')
    return { after: [...((before ?? []) as StoredFile[]), ...added], writes: kept };
  const replaced = typeof before === 'string' ? [before] : [];
  return { after: added[0]?.key, writes: [...kept, ...dropFiles(deps, replaced)] };
}

/** Deletes the files of a field whose key `isMeant`, for users who may update the record. Returns their keys, with an error when there are none. */
export function deleteThoseFiles(
  call: Call<InputOf<typeof recordsDeleteFiles>>,
  deps: FileDeps,
  isMeant: (key: string) => boolean,
): Promise<{ readonly keys: string[]; readonly error?: string }> {
  const postType = deps.postTypes.get(call.input.post_type);
  const field = fileFieldOf(postType, call.input.meta_key);
  let keys: string[] = [];
  return changeFiles(call, deps, {
    postType: postType.key,
    id: call.input.id,
    field,
    byUser: true,
    change(before) {
      keys = before === undefined ? [] : (field.type.read.filesOf?.(before) ?? []).filter(isMeant);
      const gone = new Set(keys);
      const left = Array.isArray(before) ? (before as StoredFile[]).filter(({ key }) => !gone.has(key)) : [];
      const after = left.length > 0 ? left : undefined;
      return keys.length > 0 ? { after, writes: dropFiles(deps, keys) } : undefined;
    },
    answer: () =>
      keys.length > 0 ? { keys } : { keys, error: deps.translate('The record has no such file.') },
  });
}
