import { commentEventSchema, eventConsumers, type CommentEvent } from '@svc/contracts';
import type { EventProcessor } from '@svc/service-kit';
import type { Model } from 'mongoose';
import { boundText } from '../projection/bounds.ts';
import { isSameComment, type CommentState, type CommentSnapshot } from '../projection/comment-state.ts';
import { upsertNewest } from '../projection/upsert-newest.ts';
import { tombstoneVersion } from '../projection/tombstone.ts';
import type { IndexJobs } from './index-jobs.ts';

/** Updates the projection of comments from events, and writes their entries. */
export function commentEvents(comments: Model<CommentState>, jobs: IndexJobs): EventProcessor<CommentEvent> {
  return {
    ...eventConsumers.indexedComments,
    schema: commentEventSchema,
    batchSize: 200,
    async handle(events) {
      const states = events.map(toState);
      const before = await comments
        .find({ _id: { $in: states.map(({ _id }) => _id) } })
        .lean<CommentState[]>();
      const known = new Map(before.map((state) => [state._id, state]));
      await upsertNewest(comments, states);
      const changed = states.filter((state) => !saysNothingNew(state, known.get(state._id)));
      if (changed.length === 0) return;
      await jobs.do({ commentIds: [...new Set(changed.map(({ _id }) => _id))] });
    },
  };
}

/**
 * Whether the entry of a comment stays the same, as after a reaction. A repeated event finds its own version and is not
 * skipped, because its first delivery may not have created a job.
 */
function saysNothingNew(state: CommentSnapshot, known: CommentState | undefined): boolean {
  return (
    known !== undefined &&
    known.version < state.version &&
    state.deletedAt === undefined &&
    isSameComment(state, known)
  );
}

function toState({ type, data: { comment } }: CommentEvent): CommentSnapshot {
  const state = { _id: comment.id, recordId: comment.record_id, postType: comment.post_type };
  if (type === 'svc.comment.deleted')
    return { ...state, version: tombstoneVersion, content: '', deletedAt: new Date() };
  return { ...state, version: comment.version, content: boundText(comment.content) };
}
