import type { Write } from '@svc/service-kit';
import type { FileDocument, FileState } from '../store/file-model.ts';
import type { WriteDeps } from '../revision/write-deps.ts';

type Deps = Pick<WriteDeps, 'files' | 'store'>;

/** Marks files as kept, in the commit that adds them to a record. A file that took too long is dropped already and does not match. */
export function keepFiles(deps: Deps, keys: readonly string[]): Write[] {
  return keys.map((_id) => ({
    ...stateChange(deps, { _id, state: 'writing' }, { state: 'kept' }),
    mustMatch: true,
  }));
}

/** Marks files as dropped: they can no longer be read, and a job removes them. */
export function dropFiles(deps: Deps, keys: readonly string[]): Write[] {
  return keys.map((_id) => stateChange(deps, { _id }, { state: 'dropped' }));
}

/** Drops all files of a record, also those of its comments. */
export function dropFilesOf(deps: Deps, recordId: number): Write {
  return many(deps, { recordId }, { state: 'dropped' });
}

/** Drops those of these files that this user has uploaded for comments on the record. */
export function dropFilesOfComment(
  deps: Deps,
  of: { readonly recordId: number; readonly uploaderId: number; readonly keys: readonly string[] },
): Write {
  const { recordId, uploaderId, keys } = of;
  const filter = { _id: { $in: keys }, recordId, uploaderId, isOfComment: true };
  return many(deps, filter, { state: 'dropped' });
}

/** Moves files of a record to another record, with `withComments` also those of its comments. */
export function moveFiles(
  deps: Deps,
  {
    keys,
    withComments,
    from,
    to,
  }: { keys: readonly string[]; withComments: boolean; from: number; to: number },
): Write {
  const which = [{ _id: { $in: keys } }, ...(withComments ? [{ isOfComment: true }] : [])];
  return many(deps, { recordId: from, $or: which }, { recordId: to });
}

export function renameFile(deps: Deps, key: string, name: string): Write {
  return stateChange(deps, { _id: key, state: 'kept' }, { name });
}

type Changes = Partial<Pick<FileDocument, 'recordId' | 'name'> & { state: FileState }>;

function stateChange({ files, store }: Deps, filter: object, changes: Changes): Write {
  const update = updateOf(changes);
  return { model: { name: 'updateOne', namespace: store.namespace(files), filter: { ...filter }, update } };
}

function many({ files, store }: Deps, filter: object, changes: Changes): Write {
  const update = updateOf(changes);
  return { model: { name: 'updateMany', namespace: store.namespace(files), filter: { ...filter }, update } };
}

function updateOf(changes: Changes) {
  return { $set: { ...changes, ...(changes.state && { since: new Date() }) } };
}
