import { isDeepStrictEqual } from 'node:util';
import type { Actor, Fields, OutputOf, recordsUpdate } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import type { Commit, Write } from '@svc/service-kit/store';
import { accessTo } from '../access/record-access.ts';
import type { ActivityDraft } from '../model/activity-row.ts';
import type { WriteDeps } from '../revision/write-deps.ts';
import type { PostType } from '../model/post-type.ts';
import { loadState } from '../read/load-states.ts';
import { presentAnswer, presentRecord } from '../read/present-record.ts';
import { type RecordState, storedValue } from '../model/stored-value.ts';
import { noteChosen } from '../recent/recent-records.ts';
import type { RecordDocument } from '../model/record.ts';
import { answerLater, filtersAnswers } from './answer-later.ts';
import { commentsOfWrite } from './comments-of-write.ts';
import { commitRevisions } from './commit-revisions.ts';
import { requestedFields, extractName } from './requested-fields.ts';
import { parseRequest, ParsedWrite } from './parsed-write.ts';
import { type FieldChange, nextVersion, type WrittenByRequest, writtenBy } from '../revision/revision.ts';
import { commitLocked } from '../revision/record-locks.ts';
import type { WriteCode } from '../revision/refusal.ts';
import { recordsTouched, reviseRecords, type RecordWrite } from './revise-records.ts';
import { extractExtras, type ExtraComment } from './extract-extras.ts';
import { refuseDecidingAccess } from './access-fields.ts';
import { admittedChange } from './apply-changes.ts';

const updateCode = 'update_post';

type UpdateCall = Call<{ readonly silent: boolean }>;

interface RecordUpdate {
  readonly postType: PostType;
  readonly id: number;
  readonly fields: Fields;
  readonly keepExisting?: boolean;
  /** Of a create that writes to a duplicate: what the create has parsed. */
  readonly parsed?: ParsedWrite;
  /** The operation's own error code; `update_post` by default. */
  readonly code?: WriteCode;
  /** Reads the current record. @throws when the caller may not, or may no longer, update it. */
  load(): Promise<RecordDocument>;
  /**
   * For a record that the caller may not update: it only gains what it lacks (`gainedChange`) and the comments, as notes that notify
   * nobody. The answer does not contain the record.
   */
  readonly gains?: boolean;
  /** History rows in addition to those of changed fields. */
  readonly rows?: readonly ActivityDraft[];
  readonly occasion?: WrittenByRequest['occasion'];
  /** Returns a comment about the update, which follows those of the write itself. */
  remark?(after: RecordDocument): Promise<ExtraComment>;
  /** Further writes of the same transaction. */
  readonly writes?: readonly Write[];
  /** It restores earlier values. Hooks may refuse it, but their changes are ignored: those values already contain their effects. */
  readonly restores?: boolean;
  /** The author of the history rows. Default: the caller. */
  readonly author?: Actor;
}

/**
 * Updates a record, and returns it, or only its id to callers who may not view it. First the request is parsed with the changes of hooks,
 * then it is written (docs/internals/writing-a-record.md has the steps).
 */
export async function updateRecord(
  call: UpdateCall,
  deps: WriteDeps,
  update: RecordUpdate,
): Promise<OutputOf<typeof recordsUpdate>> {
  const { postType, id, code = updateCode, gains = false, restores = false } = update;
  const load = async () => loadState(call, deps, postType, await update.load());
  const read = await load();
  if (!gains) refuseDecidingAccess(call.actor, postType, update.fields);
  const before = await presentRecord(call, deps, postType, read);
  const record = { id, connected: read.connected };
  const { parsed: write = new ParsedWrite(call, deps, postType) } = update;
  const fields = await withoutExisting(write, update, read);
  const requested = await requestedFields(call, deps, write, { code, fields, record });
  const hook = 'svc_post_update_fields';
  const filtered = await deps.hooks.filterWrite(hook, call, requested.fields, postType.key, id, before);
  const written = restores ? requested.fields : filtered.fields;
  const taken = extractExtras(extractName(written, code), postType, code);
  const problems = [...taken.problems, ...requested.problems];
  const request = { ...taken, problems, code, record, requested: requested.fields };
  const isOfHook = (key: string) => !isDeepStrictEqual(request.fields[key], requested.fields[key]);
  const parsed = (await parseRequest(call, deps, write, request)).map((change) =>
    isOfHook(change.field.key) ? { ...change, overwrites: true } : change,
  );
  // Without those that have no effect, so that the event of a write that only gains contains only fields that were written.
  const changes = gains ? parsed.filter((change) => !isKept(change, update, read)) : parsed;
  const { shares } = filtered.effects;
  const understood = {
    update,
    write: { ...update, changes, shares, code },
    before,
    comments: taken.comments,
  };
  const first = filtersAnswers(deps) ? await attempt(call, deps, understood, read) : undefined;
  // The first attempt uses the record that was read for the hooks; after a conflict it is read again.
  return commitLocked(call, deps, [id, ...recordsTouched(changes, shares)], async (isFresh) => {
    if (first && isFresh) return first;
    return attempt(
      call,
      deps,
      { ...understood, answersLater: first !== undefined },
      isFresh ? read : await load(),
    );
  });
}

/** A parsed update, before it is written. */
interface UnderstoodUpdate {
  readonly update: RecordUpdate;
  readonly write: RecordWrite;
  /** The get shape of the record as it was read for the hooks. */
  readonly before: Fields;
  readonly comments: readonly ExtraComment[];
  /** Whether the answer is made after the commit, when the locks are released. */
  readonly answersLater?: boolean;
}

async function attempt(
  call: UpdateCall,
  deps: WriteDeps,
  { update, write, before, comments, answersLater = false }: UnderstoodUpdate,
  read: RecordState<RecordDocument>,
): Promise<Commit<OutputOf<typeof recordsUpdate>>> {
  const { postType, id, fields, gains, author = call.actor } = update;
  const { silent } = call.input;
  const at = new Date();
  const written = writtenBy(write.changes, { silent, occasion: update.occasion });
  const revision = { ...nextVersion(read.record, at), rows: update.rows ?? [], written };
  const revised = await reviseRecords(call, deps, write, { revision, state: read });
  const { record } = revised.state;
  const show = async () => {
    const mayView = await accessTo(call, deps, postType, 'view').allows(record);
    const after = await presentAnswer(call, deps, postType, revised.state);
    return {
      answer: mayView && !gains ? after : { ID: id },
      ...(mayView && !gains && { version: record.version }),
      afterwards: () => {
        noteChosen(call, deps, revised.revisions[0]);
        return deps.hooks.act('svc_post_updated', call, postType.key, id, fields, before, after);
      },
    };
  };
  const shown = answersLater ? answerLater(call, { ID: id }, show) : await show();
  const notes = gains ? comments.map((comment) => ({ ...comment, isNote: true })) : comments;
  const remarks = update.remark ? [await update.remark(record)] : [];
  const revisions = await commitRevisions(call, deps, { ...revised, author });
  return {
    ...revisions,
    writes: [...revisions.writes, ...(update.writes ?? [])],
    commands: commentsOfWrite({ record, actor: call.actor, at, silent }, [...notes, ...remarks], deps),
    ...shown,
  };
}

/**
 * Removes fields whose values stay from a request that must not overwrite, so that hooks do not react to values that are not written.
 * Changes are reduced again when they are applied, since another write may come in between. Invalid fields stay, to be refused.
 */
async function withoutExisting(
  write: ParsedWrite,
  update: RecordUpdate,
  read: RecordState<RecordDocument>,
): Promise<Fields> {
  const { id, code = updateCode, keepExisting, gains = false } = update;
  const fields = extractName(update.fields, code);
  if (!keepExisting && !gains) return fields;
  const record = { id, connected: read.connected };
  const { changes } = await write.changesOf({ fields, record });
  const kept = changes.filter((change) => isKept(change, update, read));
  const keys = new Set(kept.map(({ field }) => field.key));
  return Object.fromEntries(Object.entries(fields).filter(([key]) => !keys.has(key)));
}

/** Whether a change has no effect in a write that must not overwrite. */
function isKept(asked: FieldChange, update: RecordUpdate, read: RecordState): boolean {
  return admittedChange(update.postType, asked, storedValue(read, asked.field), update) === undefined;
}
