import { isDeepStrictEqual } from 'node:util';
import type { Actor, Fields, OutputOf, recordsUpdate } from '@svc/contracts';
import type { Call, Commit, Write } from '@svc/service-kit';
import { accessTo } from '../access/record-access.ts';
import type { ActivityDraft } from '../model/activity-row.ts';
import type { WriteDeps } from '../revision/write-deps.ts';
import type { PostType } from '../model/post-type.ts';
import { loadState } from '../read/load-states.ts';
import { presentAnswer } from '../read/present-answer.ts';
import { presentRecord } from '../read/present-record.ts';
import type { RecordState } from '../model/stored-value.ts';
import { noteChosen } from '../recent/note-chosen.ts';
import type { RecordDocument } from '../model/record.ts';
import { commentsOfWrite } from './comments-of-write.ts';
import { commitRevisions } from './commit-revisions.ts';
import { connectFromMeta } from './connect-from-meta.ts';
import { parseRequest } from './parse-request.ts';
import { type FieldChange, nextVersion, type WrittenByRequest } from '../revision/revision.ts';
import type { WriteCode } from '../revision/refusal.ts';
import { recordsTouched } from './records-touched.ts';
import { reviseRecords, type RecordWrite } from './revise-records.ts';
import { takeExtras, type ExtraComment } from './take-extras.ts';
import { takeName } from './take-name.ts';
import { withConnectedIds } from './with-connected-ids.ts';
import { isKept, withoutKept } from './without-kept.ts';
import { writtenBy } from '../revision/written-by.ts';

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
   * It is not the caller's to update: it gains what it lacks (`gained-change.ts`) and the comments, as notes of which nobody
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

type State = RecordState<RecordDocument>;

interface PreparedUpdate {
  readonly update: RecordUpdate;
  readonly write: RecordWrite;
  readonly comments: readonly ExtraComment[];
  /** As it was read for the hooks. */
  readonly read: State;
  /** Its get shape then. */
  readonly before: Fields;
}

/** Writes to a record, and answers it, or its id to who may not view it. */
export async function updateRecord(
  call: UpdateCall,
  deps: WriteDeps,
  update: RecordUpdate,
): Promise<OutputOf<typeof recordsUpdate>> {
  return commitUpdate(call, deps, await prepareUpdate(call, deps, update));
}

async function prepareUpdate(
  call: UpdateCall,
  deps: WriteDeps,
  update: RecordUpdate,
): Promise<PreparedUpdate> {
  const { postType, id, code, keepExisting, gains = false } = update;
  const read = await loadState(call, deps, postType, await update.load());
  const before = await presentRecord(call, deps, postType, read);
  const named = takeName(update.fields, code);
  const written =
    keepExisting || gains
      ? await withoutKept(call, deps, { fields: named, postType, state: read, gains })
      : named;
  const connected = await connectFromMeta(call, deps, { postType, code, fields: written });
  const record = { id, connected: read.connected };
  const requested = await withConnectedIds(call, deps, { postType, fields: connected.fields, record });
  const hook = 'svc_post_update_fields';
  const filtered = await deps.hooks.filterWrite(hook, call, requested, postType.key, id, before);
  const { restores = false } = update;
  const taken = takeExtras(takeName(restores ? requested : filtered.fields, code), postType, code);
  const problems = [...taken.problems, ...connected.problems];
  const request = { ...taken, problems, postType, code, record, requested };
  const changes = await parseRequest(call, deps, request);
  const { shares } = filtered.effects;
  const marked = changes.map((change) => markRule(change, taken.fields, requested));
  // Those who are told of the write are told of what it did.
  const done = gains ? marked.filter((change) => !isKept(change, { postType, state: read, gains })) : marked;
  const write = { postType, changes: done, shares, keepExisting, code, restores, gains };
  const { comments } = taken.extras;
  const asNotes = comments.map((comment) => ({ ...comment, isNote: true }));
  return { update, write, comments: gains ? asNotes : comments, read, before };
}

/** What a hook has added or changed is a rule's, not the request's. */
function markRule(change: FieldChange, fields: Fields, requested: Fields): FieldChange {
  const { key } = change.field;
  return isDeepStrictEqual(fields[key], requested[key]) ? change : { ...change, overwrites: true };
}

/** The first attempt works on the record that was read; a faster writer makes the next ones read it again. */
function commitUpdate(call: UpdateCall, deps: WriteDeps, prepared: PreparedUpdate) {
  const { update, write } = prepared;
  const touched = [update.id, ...recordsTouched(write.changes, write.shares)];
  return deps.turns.take(touched, call.deadline, (waited, end) => {
    let first = waited ? undefined : prepared.read;
    const build = async () => {
      const read = first ?? (await loadState(call, deps, update.postType, await update.load()));
      first = undefined;
      return updateOf(call, deps, { ...prepared, read });
    };
    return deps.store.commit(call, build, end);
  });
}

async function updateOf(
  call: UpdateCall,
  deps: WriteDeps,
  { update, write, comments, read, before }: PreparedUpdate,
): Promise<Commit<OutputOf<typeof recordsUpdate>>> {
  const { postType, id, fields } = update;
  const { actor, input } = call;
  const at = new Date();
  const written = writtenBy(write.changes, { silent: input.silent, occasion: update.occasion });
  const revision = { ...nextVersion(read.record, at), rows: update.rows ?? [], written };
  const start = { revision, state: read };
  const revised = await reviseRecords(call, deps, write, start);
  const { record } = revised.state;
  const mayView = await accessTo(call, deps, postType, 'view').allows(record);
  const after = await presentAnswer(call, deps, postType, revised.state);
  const about = { record, actor, at, silent: input.silent };
  const remarks = update.remark ? [await update.remark(record)] : [];
  const { author = actor } = update;
  const revisions = await commitRevisions(call, deps, { ...revised, author });
  return {
    ...revisions,
    writes: [...revisions.writes, ...(update.writes ?? [])],
    commands: commentsOfWrite(about, [...comments, ...remarks], deps),
    answer: mayView && !update.gains ? after : { ID: id },
    afterwards: () => {
      noteChosen(call, deps, revised.revisions[0]);
      return deps.hooks.act('svc_post_updated', call, postType.key, id, fields, before, after);
    },
  };
}
