import { noteMessage, systemActor } from '@svc/contracts';
import { defineCommandHandler } from '@svc/service-kit';
import { recordDraft } from '../../revision/activity-of-changes.ts';
import { findCommenters } from '../../directory/find-commenters.ts';
import { loadRecord } from '../../read/load-record.ts';
import { addCommentsTo, commitRevisions } from '../../write/commit-revisions.ts';
import { commitLocked } from '../../revision/record-locks.ts';
import { nextVersion } from '../../revision/revision.ts';
import type { WritePorts } from '../../write/write-request.ts';

/** Notes a sent message in history and comments. The sender's permission was checked on sending and is not checked again. */
export const noteMessageHandler = defineCommandHandler(noteMessage, async (call, deps: WritePorts) => {
  const { post_type: postType, record_id: id, addresses, comment } = call.input;
  const author = (await findCommenters([comment.author], call, deps))(comment.author);
  const system = { actor: systemActor('records'), deadline: call.deadline };
  const row = {
    ...recordDraft('sent_post_msg', true),
    objectSubtype: 'email',
    objectNote: addresses.join(', '),
  };
  const build = async () => {
    const read = await loadRecord(system, deps, { postType, id, action: 'view' });
    if (!read) return { writes: [], answer: { noted: false } };
    const revision = { ...nextVersion(read, new Date()), rows: [row] };
    return {
      ...(await commitRevisions(system, deps, { revisions: [revision], writes: [], author })),
      commands: [addCommentsTo(revision.record, [comment], deps)],
      answer: { noted: true },
    };
  };
  return commitLocked({ ...call, actor: author }, deps, [id], build);
});
