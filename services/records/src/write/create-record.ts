import { type OutputOf, type recordsCreate, ServiceError, type Fields, type InputOf } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import type { Commit } from '@svc/service-kit/store';
import { accessTo } from '../access/record-access.ts';
import type { WriteDeps } from '../revision/write-deps.ts';
import { presentAnswer } from '../read/present-record.ts';
import { noteChosen } from '../recent/recent-records.ts';
import type { RecordDocument } from '../model/record.ts';
import { answerLater, filtersAnswers } from './answer-later.ts';
import { commentsOfWrite } from './comments-of-write.ts';
import { commitRevisions } from './commit-revisions.ts';
import { recordsTouched, type RevisedRecords, reviseRecords, type RecordWrite } from './revise-records.ts';
import { baseUser } from '../directory/base-user.ts';
import { commitLocked } from '../revision/record-locks.ts';
import { sharedWith, firstVersion, type Revision, writtenBy } from '../revision/revision.ts';
import type { RecordState } from '../model/stored-value.ts';
import type { PostType } from '../model/post-type.ts';
import { unwritten } from '../model/field.ts';
import { requestedFields, extractName } from './requested-fields.ts';
import { parseRequest, type ParsedWrite } from './parsed-write.ts';
import { extractExtras, type ExtraComment } from './extract-extras.ts';

export interface CreateCall extends Call<InputOf<typeof recordsCreate>> {
  /** The id of the new record, if the caller assigned it: then the answer contains nothing else. */
  readonly newId?: number | undefined;
}

type Answer = OutputOf<typeof recordsCreate>;

/** @throws ServiceError `create_post` when an extension does not let a record be created (docs/guides/extension-hooks.md#filters). */
export async function refuseUnlessProceeding(
  call: CreateCall,
  deps: WriteDeps,
  postType: PostType,
): Promise<void> {
  const { fields } = call.input;
  if (await deps.hooks.filter('svc_create_post_check_proceed', call, true, fields, postType.key)) return;
  throw new ServiceError('create_post', 'Could not create this post. Maybe it already exists', {
    status: 409,
  });
}

export interface PreparedCreate {
  readonly write: RecordWrite;
  readonly comments: readonly ExtraComment[];
}

/**
 * Parses a create after the hooks that fill in unset fields; looks up all references.
 * @throws ServiceError `create_post` or a field's own code, with all problems.
 */
export async function prepareCreate(
  call: CreateCall,
  deps: WriteDeps,
  parsed: ParsedWrite,
): Promise<PreparedCreate> {
  const code = 'create_post';
  const { postType } = parsed;
  const fields = withoutEmptyDate(extractName(call.input.fields, code));
  const requested = await requestedFields(call, deps, parsed, { code, fields, record: unwritten });
  const filled = await deps.hooks.filterWrite('svc_post_create_fields', call, requested.fields, postType.key);
  const taken = extractExtras(withName(filled.fields), postType, code);
  const problems = [...taken.problems, ...requested.problems];
  const request = { ...taken, problems, code, requested: requested.fields } as const;
  const changes = await parseRequest(call, deps, parsed, request);
  const { shares } = filled.effects;
  return {
    write: { postType, changes, shares, code },
    comments: taken.comments,
  };
}

/** A new record, and the commit that writes it with its events and answer. */
export interface Creation {
  readonly record: RecordDocument;
  readonly commit: Required<
    Pick<Commit<Answer>, 'writes' | 'events' | 'commands' | 'answer' | 'afterwards'>
  > &
    Pick<Commit<Answer>, 'finish'>;
}

/**
 * Writes a new record, and returns it, or only its id to callers who may not view it. `build` makes the commit of each attempt: it may add
 * to the commit of the record, or throw before it.
 */
export async function createRecord<Result>(
  call: CreateCall,
  deps: WriteDeps,
  prepared: PreparedCreate,
  build: (create: () => Promise<Creation>) => Promise<Commit<Result>>,
): Promise<Result> {
  const { changes, shares } = prepared.write;
  const id = call.newId ?? (await deps.recordIds.next());
  const touched = recordsTouched(changes, shares);
  const first =
    touched.length > 0 && filtersAnswers(deps) ? await creationOf(call, deps, prepared, { id }) : undefined;
  const answersLater = first !== undefined;
  return commitLocked(call, deps, touched, (isFresh) =>
    build(async () => (isFresh && first) || creationOf(call, deps, prepared, { id, answersLater })),
  );
}

async function creationOf(
  call: CreateCall,
  deps: WriteDeps,
  { write, comments }: PreparedCreate,
  { id, answersLater = false }: { id: number; answersLater?: boolean },
): Promise<Creation> {
  const { postType } = write;
  const { actor, input } = call;
  const { silent } = input;
  const start = newRecord(call, { id, write, silent });
  const revised = await leftToBaseUser(call, deps, await reviseRecords(call, deps, write, start));
  const { record } = revised.state;
  const show = async () => {
    const mayView = call.newId === undefined && (await accessTo(call, deps, postType, 'view').allows(record));
    return {
      answer: mayView ? await presentAnswer(call, deps, postType, revised.state) : { ID: id },
      ...(mayView && { version: record.version }),
      afterwards: () => {
        deps.recent.workedOn({ userId: actor.userId, postType: postType.key }, id);
        noteChosen(call, deps, revised.revisions[0]);
        return deps.hooks.act('svc_post_created', call, postType.key, id, input.fields);
      },
    };
  };
  const shown = answersLater ? answerLater(call, { ID: id }, show) : await show();
  const revisions = await commitRevisions(call, deps, revised);
  const [{ at }] = revised.revisions;
  const followUps = await deps.followUpsOf(call, { postType, record, at });
  const commit = {
    ...revisions,
    commands: [...commentsOfWrite({ record, actor, at, silent }, comments, deps), ...followUps],
    ...shown,
  };
  return { commit, record };
}

/** Imports send an empty date for a record without one: it is created now. */
function withoutEmptyDate(fields: Fields): Fields {
  const { post_date: date, ...others } = fields;
  return date === '' || date === null ? others : fields;
}

/** @throws ServiceError `create_post` when neither the request nor a hook has a name for the record. */
function withName(filled: Fields): Fields {
  const fields = extractName(filled, 'create_post');
  if (fields['name'] !== undefined) return fields;
  throw new ServiceError('create_post', 'title needed', { status: 400, data: { field: 'name', fields } });
}

/** The initial state of a create: a record of its author, without values. */
export function newRecord(
  { actor }: Pick<Call, 'actor'>,
  { id, write, silent }: { id: number; write: RecordWrite; silent: boolean },
): { revision: Revision; state: RecordState<RecordDocument> } {
  const first = firstVersion({ id, postType: write.postType.key, authorId: actor.userId, at: new Date() });
  const written = writtenBy(write.changes, { silent });
  const state = { record: first.record, privateValues: {}, connected: {} };
  return { revision: { ...first, written }, state };
}

/**
 * Shares a site link's new record that nobody has with the base user: site links have no shares (docs/guides/site-links.md#permissions-of-a-link).
 */
async function leftToBaseUser(
  call: CreateCall,
  deps: Pick<WriteDeps, 'caller'>,
  revised: RevisedRecords,
): Promise<RevisedRecords> {
  const [main, ...others] = revised.revisions;
  if (call.actor.kind !== 'site_link' || main.record.sharedWith.length > 0) return revised;
  const userId = await baseUser(call, deps);
  const shared = sharedWith(main, userId === undefined ? [] : [userId]);
  return { ...revised, revisions: [shared, ...others], state: { ...revised.state, record: shared.record } };
}
