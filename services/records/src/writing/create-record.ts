import type { OutputOf, recordsCreate } from '@svc/contracts';
import type { Write } from '@svc/service-kit';
import { isGranted } from '../access/grant.ts';
import { grantsOf } from '../access/grants-of.ts';
import type { RecordsDeps } from '../deps.ts';
import { warnOfDuplicates } from '../duplicates/warn-of-duplicates.ts';
import { presentAnswer } from '../reading/present-answer.ts';
import { commentsOfWrite } from './comments-of-write.ts';
import { commitRevisions } from './commit-revisions.ts';
import { newRecord } from './new-record.ts';
import type { CreateCall, PreparedCreate } from './prepare-create.ts';
import { recordsTouched } from './records-touched.ts';
import { reviseRecords } from './revise-records.ts';

/** Reads, before each attempt, whether the record may still be created; what it answers is written with the record. */
export type CreateGuard = () => Promise<readonly Write[]>;

/** Writes a new record, and answers it, or its id to who may not view it. */
export async function createRecord(
  call: CreateCall,
  deps: RecordsDeps,
  { write, comments }: PreparedCreate,
  guard: CreateGuard = async () => [],
): Promise<OutputOf<typeof recordsCreate>> {
  const { postType, changes, shares } = write;
  const id = await deps.recordIds.next();
  const { actor, input } = call;
  const build = async () => {
    const guarding = await guard();
    const revised = await reviseRecords(call, deps, write, newRecord(call, { id, write }));
    const mayView = isGranted(grantsOf(actor, 'view', postType.key), revised.state.record);
    const revisions = await commitRevisions(deps, revised, actor);
    const [{ at }] = revised.revisions;
    const { record } = revised.state;
    const warnings = await warnOfDuplicates(call, deps, { postType, record, at });
    const about = { postType: postType.key, recordId: id, actor, at, silent: input.silent };
    return {
      writes: [...guarding, ...revisions.writes],
      events: revisions.events,
      commands: [...commentsOfWrite(about, comments), ...warnings],
      answer: mayView ? await presentAnswer(call, deps, postType, revised.state) : { ID: id },
      afterwards: () => deps.hooks.act('svc_post_created', call, postType.key, id, input.fields),
    };
  };
  const touched = recordsTouched(changes, shares);
  return deps.turns.take(touched, call.deadline, (_waited, end) => deps.store.commit(call, build, end));
}
