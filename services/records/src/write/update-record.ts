import { isDeepStrictEqual } from 'node:util';
import type { Actor, Fields, OutputOf, recordsUpdate } from '@svc/contracts';
import type { Call, Commit, Write } from '@svc/service-kit';
import { accessTo } from '../access/record-access.ts';
import type { ActivityDraft } from '../model/activity-row.ts';
import type { WriteDeps } from '../revision/write-deps.ts';
import type { PostType } from '../model/post-type.ts';
import { loadState } from '../read/load-states.ts';
import { presentAnswer, presentRecord } from '../read/present-record.ts';
import { type RecordState, storedValue } from '../model/stored-value.ts';
import { noteChosen } from '../recent/note-chosen.ts';
import type { RecordDocument } from '../model/record.ts';
import { commentsOfWrite } from './comments-of-write.ts';
import { commitRevisions } from './commit-revisions.ts';
import { requestedFields, extractName } from './requested-fields.ts';
import { parseRequest, parseFields } from './parse-request.ts';
import { type FieldChange, nextVersion, type WrittenByRequest, writtenBy } from '../revision/revision.ts';
import type { WriteCode } from '../revision/refusal.ts';
import { recordsTouched, reviseRecords, type RecordWrite } from './revise-records.ts';
import { extractExtras, type ExtraComment } from './extract-extras.ts';
import { gainedChange } from './apply-changes.ts';

/** The call that an update is made for. */
export type UpdateCall = Call<{ readonly silent: boolean }>;

/** What is to be written to which record. */
export interface RecordUpdate {
  readonly postType: PostType;
  readonly id: number;
  readonly fields: Fields;
  readonly keepExisting: boolean;
  /** The code that it is refused with. */
  readonly code: WriteCode;
  /** Reads the record as it is now. @throws when it may not be written (any more). */
  load(): Promise<RecordDocument>;
  /**
   * It is not the caller's to update: it gains what it lacks (`gainedChange`) and the comments, as notes of which nobody
   * is notified. What it is then is not answered.
   */
  readonly gains?: boolean;
  /** History rows that say what happened besides. */
  readonly rows?: readonly ActivityDraft[];
  /** What it is, for those who are told. */
  readonly occasion?: WrittenByRequest['occasion'];
  /** A comment that says what happened, after those that the write brings. */
  remark?(after: RecordDocument): Promise<ExtraComment>;
  /** What is written with it. */
  readonly writes?: readonly Write[];
  /**
   * It brings back values that were there: hooks may refuse it, but what they would have follow from the values is in those
   * already, or was not so then.
   */
  readonly restores?: boolean;
  /** In whose name the history tells of it. Default: the caller's. */
  readonly author?: Actor;
}

/**
 * Writes to a record, and answers it, or its id to who may not view it: first what is asked of it is understood, as the hooks leave it, then
 * it is written (docs/writing-a-record.md has the steps).
 */
export async function updateRecord(
  call: UpdateCall,
  deps: WriteDeps,
  update: RecordUpdate,
): Promise<OutputOf<typeof recordsUpdate>> {
  const { postType, id, code, restores = false } = update;
  const read = await loadState(call, deps, postType, await update.load());
  const before = await presentRecord(call, deps, postType, read);
  const record = { id, connected: read.connected };
  const fields = await withoutExisting(call, deps, update, read);
  const requested = await requestedFields(call, deps, { postType, code, fields, record });
  const hook = 'svc_post_update_fields';
  const filtered = await deps.hooks.filterWrite(hook, call, requested.fields, postType.key, id, before);
  const written = restores ? requested.fields : filtered.fields;
  const taken = extractExtras(extractName(written, code), postType, code);
  const problems = [...taken.problems, ...requested.problems];
  const request = { ...taken, problems, postType, code, record, requested: requested.fields };
  const changes = (await parseRequest(call, deps, request)).map((change) => markRule(change, request));
  return commitUpdate(call, deps, {
    update,
    read,
    before,
    changes,
    filtered,
    comments: taken.extras.comments,
  });
}

/** What is known of an update before it is written. */
interface UnderstoodUpdate {
  readonly update: RecordUpdate;
  /** As it was read for the hooks. */
  readonly read: RecordState<RecordDocument>;
  /** Its get shape then. */
  readonly before: Fields;
  readonly changes: readonly FieldChange[];
  readonly filtered: { readonly effects: Pick<RecordWrite, 'shares'> };
  readonly comments: readonly ExtraComment[];
}

/** The first attempt works on the record that was read; a faster writer makes the next ones read it again. */
function commitUpdate(
  call: UpdateCall,
  deps: WriteDeps,
  understood: UnderstoodUpdate,
): Promise<OutputOf<typeof recordsUpdate>> {
  const { update } = understood;
  const write = recordWrite(understood);
  const touched = [update.id, ...recordsTouched(write.changes, write.shares)];
  return deps.recordLocks.run(touched, call.deadline, (waited, end) => {
    let first = waited ? undefined : understood.read;
    const build = async () => {
      const read = first ?? (await loadState(call, deps, update.postType, await update.load()));
      first = undefined;
      return attempt(call, deps, write, { ...understood, read });
    };
    return deps.store.commit(call, build, end);
  });
}

/** What is written to the record: those who are told of the write are told of what it did. */
function recordWrite({ update, read, changes, filtered }: UnderstoodUpdate): RecordWrite {
  const { postType, code, keepExisting, restores, gains = false } = update;
  const done = gains ? changes.filter((change) => !isKept(change, update, read)) : changes;
  const { shares } = filtered.effects;
  return { postType, changes: done, shares, keepExisting, code, gains, ...(restores && { restores }) };
}

/** The commit of an update of the record as it was read last. */
async function attempt(
  call: UpdateCall,
  deps: WriteDeps,
  write: RecordWrite,
  { update, read, before, comments }: UnderstoodUpdate,
): Promise<Commit<OutputOf<typeof recordsUpdate>>> {
  const { postType, id, fields, gains, author = call.actor } = update;
  const { silent } = call.input;
  const at = new Date();
  const written = writtenBy(write.changes, { silent, occasion: update.occasion });
  const revision = { ...nextVersion(read.record, at), rows: update.rows ?? [], written };
  const revised = await reviseRecords(call, deps, write, { revision, state: read });
  const { record } = revised.state;
  const mayView = await accessTo(call, deps, postType, 'view').allows(record);
  const after = await presentAnswer(call, deps, postType, revised.state);
  const notes = gains ? comments.map((comment) => ({ ...comment, isNote: true })) : comments;
  const remarks = update.remark ? [await update.remark(record)] : [];
  const revisions = await commitRevisions(call, deps, { ...revised, author });
  return {
    ...revisions,
    writes: [...revisions.writes, ...(update.writes ?? [])],
    commands: commentsOfWrite({ record, actor: call.actor, at, silent }, [...notes, ...remarks], deps),
    answer: mayView && !gains ? after : { ID: id },
    afterwards: () => {
      noteChosen(call, deps, revised.revisions[0]);
      return deps.hooks.act('svc_post_updated', call, postType.key, id, fields, before, after);
    },
  };
}

/**
 * What a request that must not overwrite is left with: nothing for fields whose value stays. Hooks see no more than this,
 * so that a rule does not act upon what is not going to be written. What is left is reduced once more where
 * it is applied: somebody else may have written meanwhile. Fields that are wrong stay, to be refused.
 */
async function withoutExisting(
  call: UpdateCall,
  deps: WriteDeps,
  update: RecordUpdate,
  read: RecordState<RecordDocument>,
): Promise<Fields> {
  const { postType, id, code, keepExisting, gains = false } = update;
  const fields = extractName(update.fields, code);
  if (!keepExisting && !gains) return fields;
  const record = { id, connected: read.connected };
  const { changes } = await parseFields(call, deps, { postType, fields, record });
  const kept = changes.filter((change) => isKept(change, update, read));
  const keys = new Set(kept.map(({ field }) => field.key));
  return Object.fromEntries(Object.entries(fields).filter(([key]) => !keys.has(key)));
}

/** Whether a change does nothing in a write that must not overwrite. */
function isKept(asked: FieldChange, { postType, gains }: RecordUpdate, read: RecordState): boolean {
  const { field, change } = asked;
  const before = storedValue(read, field);
  if (gains) return gainedChange(postType, asked, before) === undefined;
  const { type } = field;
  return type.keepExisting !== undefined && type.keepExisting(before, change, field) === undefined;
}

/** What a hook has added or changed is a rule's, not the request's. */
function markRule(
  change: FieldChange,
  { fields, requested }: { readonly fields: Fields; readonly requested: Fields },
): FieldChange {
  const { key } = change.field;
  return isDeepStrictEqual(fields[key], requested[key]) ? change : { ...change, overwrites: true };
}
