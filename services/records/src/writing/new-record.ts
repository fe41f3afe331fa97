import type { Actor } from '@svc/contracts';
import type { RecordDocument } from '../store/record-document.ts';
import { applyChanges, type AppliedChanges } from './apply-changes.ts';
import type { FieldChange } from './parse-request.ts';

/** A new record of its author, shared with him, with the fields of the request. */
export function newRecord(options: {
  id: number;
  postType: string;
  actor: Actor;
  changes: readonly FieldChange[];
  now: Date;
}): AppliedChanges {
  const { id, postType, actor, changes, now } = options;
  const empty: RecordDocument = {
    _id: id,
    postType,
    name: '',
    authorId: actor.userId,
    createdAt: now,
    lastModified: now,
    version: 0,
    sharedWith: actor.userId > 0 ? [actor.userId] : [],
    fields: {},
    sort: {},
  };
  const applied = applyChanges(empty, changes, now);
  return { ...applied, record: { ...applied.record, lastModified: lastModifiedOf(changes) ?? now } };
}

/** Only a create may say when the record was last modified: imports know better than the clock. */
function lastModifiedOf(changes: readonly FieldChange[]): Date | undefined {
  const written = changes.find(({ field }) => field.key === 'last_modified');
  return written && new Date(Number(written.change) * 1000);
}
