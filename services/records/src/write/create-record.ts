import type { OutputOf, recordsCreate } from '@svc/contracts';
import type { Commit, Write } from '@svc/service-kit';
import { accessTo } from '../access/record-access.ts';
import type { WriteDeps } from '../revision/write-deps.ts';
import { presentAnswer } from '../read/present-answer.ts';
import { noteChosen } from '../recent/note-chosen.ts';
import type { RecordDocument } from '../model/record.ts';
import { commentsOfWrite } from './comments-of-write.ts';
import { commitRevisions } from './commit-revisions.ts';
import { newRecord } from './new-record.ts';
import type { CreateCall, PreparedCreate } from './prepare-create.ts';
import { recordsTouched } from './records-touched.ts';
import { type RevisedRecords, reviseRecords } from './revise-records.ts';
import { baseUser } from '../directory/base-user.ts';
import { sharedWith } from '../revision/revision.ts';

/** Reads, before each attempt, whether the record may still be created; what it makes of the record is written with it. */
export type CreateGuard = () => Promise<(record: RecordDocument) => readonly Write[]>;

/** Writes a new record, and answers it, or its id to who may not view it. */
export async function createRecord(
  call: CreateCall,
  deps: WriteDeps,
  prepared: PreparedCreate,
  guard: CreateGuard = async () => () => [],
): Promise<OutputOf<typeof recordsCreate>> {
  return commitCreation(call, deps, prepared, async (creation) => {
    const guarding = await guard();
    const { commit, record } = await creation.commit();
    return { ...commit, writes: [...guarding(record), ...commit.writes] };
  });
}

/** A record that is about to be written: its id, and what writes it as it is then. */
export interface Creation {
  readonly id: number;
  /** What writes it, and the record that is written then. */
  commit(): Promise<{ readonly commit: CreationCommit; readonly record: RecordDocument }>;
}

/** What writes a new record, tells it and answers it. */
export type CreationCommit = Required<Pick<Commit<OutputOf<typeof recordsCreate>>, CommitPart>>;

type CommitPart = 'writes' | 'events' | 'commands' | 'answer' | 'afterwards';

/** Writes a new record with what else `build` makes of its commit, before each attempt anew. */
export async function commitCreation<Answer>(
  call: CreateCall,
  deps: WriteDeps,
  prepared: PreparedCreate,
  build: (creation: Creation) => Promise<Commit<Answer>>,
): Promise<Answer> {
  const { changes, shares } = prepared.write;
  const id = await deps.recordIds.next();
  const creation = { id, commit: () => creationOf(call, deps, prepared, id) };
  const touched = recordsTouched(changes, shares);
  return deps.turns.take(touched, call.deadline, (_waited, end) =>
    deps.store.commit(call, () => build(creation), end),
  );
}

async function creationOf(
  call: CreateCall,
  deps: WriteDeps,
  { write, comments }: PreparedCreate,
  id: number,
): ReturnType<Creation['commit']> {
  const { postType } = write;
  const { actor, input } = call;
  const written = await reviseRecords(
    call,
    deps,
    write,
    newRecord(call, { id, write, silent: input.silent }),
  );
  const revised = await leftToBaseUser(call, deps, written);
  const mayView = await accessTo(call, deps, postType, 'view').allows(revised.state.record);
  const revisions = await commitRevisions(call, deps, revised);
  const [{ at }] = revised.revisions;
  const { record } = revised.state;
  const followUps = await deps.followUpsOf(call, { postType, record, at });
  const about = { record, actor, at, silent: input.silent };
  const commit = {
    ...revisions,
    commands: [...commentsOfWrite(about, comments, deps), ...followUps],
    answer: mayView ? await presentAnswer(call, deps, postType, revised.state) : { ID: id },
    afterwards: () => {
      deps.recent.workedOn({ userId: actor.userId, postType: postType.key }, id);
      noteChosen(call, deps, revised.revisions[0]);
      return deps.hooks.act('svc_post_created', call, postType.key, id, input.fields);
    },
  };
  return { commit, record };
}

/** What a site link creates and nobody has is shared with the base user: a site link has no shares (facts of creating). */
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
