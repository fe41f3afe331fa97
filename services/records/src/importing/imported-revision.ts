import { isDeepStrictEqual } from 'node:util';
import type { Actor, importedRecordSchema } from '@svc/contracts';
import type { z } from 'zod';
import type { PostType } from '../model/post-type.ts';
import type { RecordDocument } from '../model/record.ts';
import { storageOf, storedValue } from '../model/stored-value.ts';
import { refusal } from '../revision/refusal.ts';
import {
  firstVersion,
  nextVersion,
  withPrivateValueOwner,
  withValue,
  type FieldChange,
  type Revision,
} from '../revision/revision.ts';
import { applyChanges } from '../write/apply-changes.ts';

/** A record of another installation. */
export type GivenRecord = z.infer<typeof importedRecordSchema>;

/** A given record with its parsed values. */
export interface UnderstoodRecord {
  readonly postType: PostType;
  readonly given: GivenRecord;
  readonly changes: readonly FieldChange[];
  readonly privateChanges: readonly FieldChange[];
}

/** An imported record's next version, and one user's private values in it. */
export interface ImportedRevision {
  readonly revision: Revision;
  readonly privateValues: Readonly<Record<string, unknown>> | undefined;
}

/**
 * The version that gives a record the state that it has at the source: values that are not given are unset; dates, author and shares are
 * those of the source. Connections, files, history and the private values of other users stay.
 */
export function importedRevision(
  { postType, given, changes, privateChanges }: UnderstoodRecord,
  target: { readonly id: number; readonly known: RecordDocument | undefined },
): ImportedRevision {
  const createdAt = new Date(given.created_at * 1000);
  const first = firstVersion({
    id: target.id,
    postType: postType.key,
    authorId: given.author_id,
    at: createdAt,
  });
  const base = { postType, revision: first, privateValues: {}, named: {} };
  const applied = applyChanges(base, [...changes, ...privateChanges], { keepExisting: false });
  if (applied.problems.length > 0) throw refusal(applied.problems, 'create_post');
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
    (field) => field.key === 'name' || (storageOf(field) === 'record' && !field.type.filesOf),
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
  return { ...revision, record, written: { fields: [], silent: true } };
}

/** The actor for parsing the private values of a user. */
export function asKeeper(actor: Actor, userId: number): Actor {
  return { ...actor, userId };
}
