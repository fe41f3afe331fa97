import { isDeepStrictEqual } from 'node:util';
import { type Fields, type OutputOf, type recordsCreate, ServiceError } from '@svc/contracts';
import type { Commit } from '@svc/service-kit/store';
import { accessTo } from '../access/record-access.ts';
import { baseUser } from '../directory/base-user.ts';
import type { PostType } from '../model/post-type.ts';
import type { RecordDocument } from '../model/record.ts';
import type { RecordState } from '../model/stored-value.ts';
import { loadState } from '../read/load-states.ts';
import { presentAnswer, presentRecord, presentUnnamed } from '../read/present-record.ts';
import type { ReadDeps } from '../read/read-deps.ts';
import { noteChosen } from '../recent/recent-records.ts';
import { type FieldChange, newRecord, nextVersion, sharedWith, writtenBy } from '../revision/revision.ts';
import { refuseDecidingAccess } from './access-fields.ts';
import { claimValues } from './claim-values.ts';
import { commitAnswered, type MakeAnswer, type Shown } from '../revision/record-locks.ts';
import { commentsOfWrite, commitRevisions } from './commit-revisions.ts';
import {
  type DuplicateCheck,
  DuplicatesChanged,
  type DuplicateSearch,
  duplicateSearch,
  findDuplicate,
  updateOfDuplicate,
} from './duplicate-search.ts';
import {
  extractExtras,
  extractName,
  isKept,
  requestedFields,
  withName,
  writtenRecord,
} from './requested-fields.ts';
import { ParsedWrite, parseRequest } from './parsed-write.ts';
import { recordsTouched, type RevisedRecords, reviseRecords, type Shares } from './revise-records.ts';
import type { ExtraComment, WriteCall, WritePorts, WriteRequest, WriteTarget } from './write-request.ts';

type Answer = OutputOf<typeof recordsCreate>;

/**
 * Creates a record, and returns it, or only its id to callers who may not view it. With a check for duplicates it writes to a duplicate
 * instead, if there is one.
 */
export async function createRecord(
  call: WriteCall,
  deps: WritePorts,
  request: WriteRequest,
  check?: DuplicateCheck,
): Promise<Answer> {
  await refuseUnlessProceeding(call, deps, request);
  const parsed = new ParsedWrite(call, deps, request.postType);
  const search = check && (await duplicateSearch(call, deps, parsed, { ...check, fields: request.fields }));
  if (search) return createUnlessDuplicate(call, deps, request, { search, parsed });
  return commitWrite(call, deps, await prepareWrite(call, deps, request, parsed), commitAlone);
}

/** Creates a record in a commit that contains more: `commit` makes it from that of the record. */
export async function createRecordWithin<Result>(
  call: WriteCall,
  deps: WritePorts,
  request: WriteRequest,
  commit: MakeCommit<Result>,
): Promise<Result> {
  await refuseUnlessProceeding(call, deps, request);
  const parsed = new ParsedWrite(call, deps, request.postType);
  return commitWrite(call, deps, await prepareWrite(call, deps, request, parsed), commit);
}

/** Updates a record, and returns it, or only its id to callers who may not view it. `parsed` may hold values that are parsed already. */
export async function updateRecord(
  call: WriteCall,
  deps: WritePorts,
  request: WriteRequest & { readonly target: WriteTarget },
  parsed = new ParsedWrite(call, deps, request.postType),
): Promise<Answer> {
  return commitWrite(call, deps, await prepareWrite(call, deps, request, parsed), commitAlone);
}

/**
 * Updates the record that a create would duplicate, or creates it. The choice is made again when a duplicate appears or
 * disappears meanwhile; the hooks of a create run only once. For a caller who may only add missing values, the create is always
 * prepared first, so that a refusal does not reveal whether a duplicate exists.
 */
async function createUnlessDuplicate(
  call: WriteCall,
  deps: WritePorts,
  request: WriteRequest,
  { search, parsed }: { search: DuplicateSearch; parsed: ParsedWrite },
): Promise<Answer> {
  const prepare = () => prepareWrite(call, deps, request, parsed);
  let prepared = search.existing === 'completed' ? await prepare() : undefined;
  for (;;) {
    call.deadline.check();
    const id = await findDuplicate(call, deps, search);
    try {
      if (id !== undefined)
        return await updateRecord(call, deps, updateOfDuplicate(call, deps, request, { search, id }), parsed);
      prepared ??= await prepare();
      return await commitWrite(call, deps, prepared, async (attempt) => {
        const claims = await claimValues(call, deps, search);
        if ((await findDuplicate(call, deps, search)) !== undefined) throw new DuplicatesChanged();
        const { commit, record } = await attempt();
        return { ...commit, writes: [...claims(record), ...commit.writes] };
      });
    } catch (error) {
      if (!(error instanceof DuplicatesChanged)) throw error;
    }
  }
}

/** A write whose hooks have run and whose fields are parsed: the rest depends on the state of the records alone. */
interface PreparedWrite {
  readonly request: WriteRequest;
  /** The record as it was read for the hooks; absent for a new one. */
  readonly read: ReadTarget | undefined;
  readonly changes: readonly FieldChange[];
  readonly shares: Shares;
  readonly comments: readonly ExtraComment[];
}

interface ReadTarget {
  readonly state: RecordState<RecordDocument>;
  /** Its get shape before the update. */
  readonly shape: Fields;
}

/**
 * Loads the record of an update, runs the hooks, and parses every field; hooks run once for each request, whatever other writers do.
 * @throws ServiceError the operation's code or a field's own, with all problems.
 */
async function prepareWrite(
  call: WriteCall,
  deps: WritePorts,
  request: WriteRequest,
  parsed: ParsedWrite,
): Promise<PreparedWrite> {
  const { policy, postType, target } = request;
  const { code } = policy;
  // Load: a record that the caller may not update is refused here.
  const read = target && (await readTarget(call, deps, { ...request, target }));
  // Defaults: the fields as hooks see them.
  const requested = await requestedFields(call, deps, parsed, { ...request, read: read?.state });
  // Hooks that change the fields.
  const filtered = await runWriteHook(call, deps.hooks, { postType, fields: requested.fields, read });
  const written = policy.source === 'history' ? requested.fields : filtered.fields;
  // Parse: all problems are found before anything is written.
  const extras = extractExtras(read ? extractName(written, code) : withName(written), postType, code);
  const problems = [...extras.problems, ...requested.problems];
  const given = { ...extras, problems, code, record: read && writtenRecord(read.state) };
  const changes = await parseRequest(call, deps, parsed, { ...given, requested: requested.fields });
  return {
    request,
    read,
    changes: read
      ? effective(changes, request, { ...read, requested: requested.fields, fields: extras.fields })
      : changes,
    shares: filtered.effects.shares,
    comments: extras.comments,
  };
}

/** A written record, and the commit that writes it with its events and answer. */
interface WriteAttempt {
  readonly record: RecordDocument;
  readonly commit: Required<
    Pick<Commit<Answer>, 'writes' | 'events' | 'commands' | 'answer' | 'afterwards'>
  > &
    Pick<Commit<Answer>, 'finish' | 'version'>;
}

/** Makes the commit of each attempt: it may add to that of the record, or throw before it. */
type MakeCommit<Result> = (attempt: () => Promise<WriteAttempt>) => Promise<Commit<Result>>;

const commitAlone: MakeCommit<Answer> = async (attempt) => (await attempt()).commit;

/** Commits a prepared write. The first attempt uses the record that was read for the hooks; after a conflict it is read again. */
async function commitWrite<Result>(
  call: WriteCall,
  deps: WritePorts,
  prepared: PreparedWrite,
  commit: MakeCommit<Result>,
): Promise<Result> {
  const { request, read, changes, shares } = prepared;
  const { target, postType } = request;
  const id = target?.id ?? request.newId ?? (await deps.recordIds.next());
  const touched = recordsTouched(changes, shares);
  return commitAnswered(call, deps, {
    touched: target ? [id, ...touched] : touched,
    async attempt(isFresh, answer) {
      const state = target && (isFresh ? read?.state : await loadTarget(call, deps, postType, target));
      return attemptWrite(call, deps, prepared, { id, state, answer });
    },
    commit,
  });
}

/** Applies a write to the state of its record: side effects, checks across records, read shape, and the writes of its transaction. */
async function attemptWrite(
  call: WriteCall,
  deps: WritePorts,
  prepared: PreparedWrite,
  {
    id,
    state,
    answer,
  }: Readonly<{ id: number; state?: RecordState<RecordDocument> | undefined; answer: MakeAnswer }>,
): Promise<WriteAttempt> {
  const { request, changes, shares, comments } = prepared;
  const { postType, policy, author = call.actor } = request;
  // Side effects, and checks across records.
  const start = startOf(call, prepared, { id, state });
  const revised = await reviseRecords(call, deps, { postType, policy, changes, shares }, start);
  const settled = state ? revised : await leftToBaseUser(call, deps, revised);
  const { record } = settled.state;
  // Present.
  const shown = await answer({ ID: id }, () => present(call, deps, prepared, settled));
  const notes = policy.existing === 'completed' ? comments.map(asNote) : comments;
  const remarks = request.remark ? [await request.remark(record)] : [];
  // Commit: records, edges, shares, history and events, with the comments of the write and what follows from a new record.
  const revisions = await commitRevisions(call, deps, { ...settled, author });
  const [{ at }] = settled.revisions;
  const followUps = state ? [] : await deps.followUpsOf(call, { postType, record, at });
  const commented = { record, actor: call.actor, at, silent: policy.silent };
  const commit = {
    ...revisions,
    writes: [...revisions.writes, ...(request.writes ?? [])],
    commands: [...commentsOfWrite(commented, [...notes, ...remarks], deps), ...followUps],
    ...shown,
  };
  return { commit, record };
}

/** The answer to the writer, and the actions that follow the commit. */
async function present(
  call: WriteCall,
  deps: WritePorts,
  { request, read }: PreparedWrite,
  { state, revisions: [revision] }: RevisedRecords,
): Promise<Shown<Answer>> {
  const { postType, fields, policy, newId } = request;
  const { record } = state;
  const mayView = newId === undefined && (await accessTo(call, deps, postType, 'view').allows(record));
  // Actions of an update get the read shape, whether or not its caller may view the record.
  const after = mayView || read ? await presentAnswer(call, deps, postType, state) : { ID: record._id };
  const isShown = mayView && policy.existing !== 'completed';
  return {
    answer: isShown ? after : { ID: record._id },
    ...(isShown && { version: record.version }),
    afterwards: () => {
      if (!read) deps.recent.workedOn({ userId: call.actor.userId, postType: postType.key }, record._id);
      noteChosen(call, deps, revision);
      const written = [postType.key, record._id, fields] as const;
      if (!read) return deps.hooks.act('svc_post_created', call, ...written);
      return deps.hooks.act('svc_post_updated', call, ...written, read.shape, after);
    },
  };
}

/** @throws ServiceError `create_post` when an extension does not let a record be created (docs/guides/extension-hooks.md#filters). */
async function refuseUnlessProceeding(
  call: WriteCall,
  { hooks }: Pick<WritePorts, 'hooks'>,
  { postType, fields }: WriteRequest,
): Promise<void> {
  if (await hooks.filter('svc_create_post_check_proceed', call, true, fields, postType.key)) return;
  throw new ServiceError('create_post', 'Could not create this post. Maybe it already exists', {
    status: 409,
  });
}

function runWriteHook(
  call: WriteCall,
  hooks: WritePorts['hooks'],
  { postType, fields, read }: Pick<WriteRequest, 'postType' | 'fields'> & Pick<PreparedWrite, 'read'>,
) {
  if (!read) return hooks.filterWrite('svc_post_create_fields', call, fields, postType.key);
  const { _id: id } = read.state.record;
  return hooks.filterWrite('svc_post_update_fields', call, fields, postType.key, id, read.shape);
}

/** @throws ServiceError for callers who may not update the record, or may not decide about access to it. */
async function readTarget(
  call: WriteCall,
  deps: WritePorts,
  { postType, policy, fields, target }: WriteRequest & { readonly target: WriteTarget },
): Promise<ReadTarget> {
  const state = await loadTarget(call, deps, postType, target);
  if (policy.existing !== 'completed') refuseDecidingAccess(call.actor, postType, fields);
  return { state, shape: await presentBefore(call, deps, postType, state) };
}

/** The hooks that get the shape of a record before its update. */
const hooksWithBefore = [
  'svc_post_update_fields',
  'svc_post_updated',
  'svc_after_get_post_fields_filter',
] as const;

/** The get shape before the update, with the names of records and places only if an extension may use them. */
async function presentBefore(
  call: WriteCall,
  deps: ReadDeps,
  postType: PostType,
  state: RecordState<RecordDocument>,
): Promise<Fields> {
  const isNamed = hooksWithBefore.some((hook) => deps.hooks.isUsedByOthers(hook));
  return isNamed ? presentRecord(call, deps, postType, state) : presentUnnamed(call, deps, postType, state);
}

async function loadTarget(
  call: WriteCall,
  deps: Pick<WritePorts, 'edges' | 'privateValues'>,
  postType: PostType,
  target: WriteTarget,
): Promise<RecordState<RecordDocument>> {
  return loadState(call, deps, postType, await target.load());
}

/**
 * The changes of an update, with those of rules marked. Without those that have no effect in a record that is only completed, so that its
 * event contains only fields that were written.
 */
function effective(
  changes: readonly FieldChange[],
  request: WriteRequest,
  { fields, requested, state }: { fields: Fields; requested: Fields; state: RecordState<RecordDocument> },
): readonly FieldChange[] {
  const isOfHook = (key: string) => !isDeepStrictEqual(fields[key], requested[key]);
  const marked = changes.map((change) =>
    isOfHook(change.field.key) ? { ...change, overwrites: true } : change,
  );
  if (request.policy.existing !== 'completed') return marked;
  return marked.filter((change) => !isKept(change, request, state));
}

/** The state to which the changes are applied, on its way to the next version; for a new record the first. */
function startOf(
  { actor }: Pick<WriteCall, 'actor'>,
  { request, changes }: Pick<PreparedWrite, 'request' | 'changes'>,
  { id, state }: { id: number; state: RecordState<RecordDocument> | undefined },
) {
  const { postType, policy, rows = [], occasion } = request;
  const written = writtenBy(changes, { silent: policy.silent, occasion });
  if (!state) return newRecord(actor, { id, postType, written });
  return { revision: { ...nextVersion(state.record, new Date()), rows, written }, state };
}

/**
 * Shares a site link's new record that nobody has with the base user: site links have no shares (docs/guides/site-links.md#permissions-of-a-link).
 */
async function leftToBaseUser(
  call: WriteCall,
  deps: Pick<WritePorts, 'caller'>,
  revised: RevisedRecords,
): Promise<RevisedRecords> {
  const [main, ...others] = revised.revisions;
  if (call.actor.kind !== 'site_link' || main.record.sharedWith.length > 0) return revised;
  const userId = await baseUser(call, deps);
  const shared = sharedWith(main, userId === undefined ? [] : [userId]);
  return { ...revised, revisions: [shared, ...others], state: { ...revised.state, record: shared.record } };
}

function asNote(comment: ExtraComment): ExtraComment {
  return { ...comment, isNote: true };
}
