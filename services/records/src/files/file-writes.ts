import type { Write, Store } from '@svc/service-kit/store';
import type { FileDocument } from '../store/file-model.ts';
import type { Collections } from '../store/collections.ts';
import { writeTo } from '../revision/record-writes.ts';

type Deps = Pick<Collections, 'files'> & { readonly store: Store };

/** Marks files as kept, in the commit that adds them to a record. A file that took too long is dropped already and does not match. */
export function keepFiles(deps: Deps, keys: readonly string[]): Write[] {
  return keys.map((_id) => {
    const filter = { _id, state: 'writing' };
    return change(deps, { name: 'updateOne', filter, set: { state: 'kept' }, mustMatch: true });
  });
}

/** Marks files as dropped: they can no longer be read, and a job removes them. */
export function dropFiles(deps: Deps, keys: readonly string[]): Write[] {
  return keys.map((_id) => change(deps, { name: 'updateOne', filter: { _id }, set: { state: 'dropped' } }));
}

/** Drops all files of a record, also those of its comments. */
export function dropFilesOf(deps: Deps, recordId: number): Write {
  return change(deps, { name: 'updateMany', filter: { recordId }, set: { state: 'dropped' } });
}

/** Drops those of these files that this user has uploaded for comments on the record. */
export function dropFilesOfComment(
  deps: Deps,
  of: { readonly recordId: number; readonly uploaderId: number; readonly keys: readonly string[] },
): Write {
  const { recordId, uploaderId, keys } = of;
  const filter = { _id: { $in: keys }, recordId, uploaderId, isOfComment: true };
  return change(deps, { name: 'updateMany', filter, set: { state: 'dropped' } });
}

/** Moves files of a record to another record, with `withComments` also those of its comments. */
export function moveFiles(
  deps: Deps,
  move: { keys: readonly string[]; withComments: boolean; from: number; to: number },
): Write {
  const { keys, withComments, from, to } = move;
  const which = [{ _id: { $in: keys } }, ...(withComments ? [{ isOfComment: true }] : [])];
  return change(deps, { name: 'updateMany', filter: { recordId: from, $or: which }, set: { recordId: to } });
}

export function renameFile(deps: Deps, key: string, name: string): Write {
  return change(deps, { name: 'updateOne', filter: { _id: key, state: 'kept' }, set: { name } });
}

interface FileUpdate {
  readonly name: 'updateOne' | 'updateMany';
  readonly filter: Readonly<Record<string, unknown>>;
  readonly set: Partial<Pick<FileDocument, 'recordId' | 'name' | 'state'>>;
  readonly mustMatch?: boolean;
}

function change(deps: Deps, { set, ...write }: FileUpdate): Write {
  const update = { $set: { ...set, ...(set.state && { since: new Date() }) } };
  return writeTo(deps, deps.files, { ...write, update });
}
