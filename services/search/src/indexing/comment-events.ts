import { commentEventSchema, type CommentEvent } from '@svc/contracts';
import type { EventProcessor } from '@svc/service-kit';
import type { Model } from 'mongoose';
import { boundText } from '../projection/bounds.ts';
import type { CommentState } from '../projection/comment-state.ts';
import { saveNewest } from '../projection/save-newest.ts';
import { tombstoneVersion } from '../projection/tombstone.ts';
import type { IndexJobs } from './index-jobs.ts';

/** Keeps what comments have become and has their entries written. */
export function commentEvents(comments: Model<CommentState>, jobs: IndexJobs): EventProcessor<CommentEvent> {
  return {
    durable: 'search-comments',
    subjects: ['svc.events.comment.>'],
    schema: commentEventSchema,
    batchSize: 200,
    async handle(events) {
      await saveNewest(comments, events.map(toState));
      await jobs.do({ commentIds: [...new Set(events.map(({ data }) => data.comment.id))] });
    },
  };
}

function toState({ type, data: { comment } }: CommentEvent): Omit<CommentState, 'writtenMark'> {
  const state = { _id: comment.id, recordId: comment.record_id, postType: comment.post_type };
  if (type === 'svc.comment.deleted')
    return { ...state, version: tombstoneVersion, content: '', deletedAt: new Date() };
  return { ...state, version: comment.version, content: boundText(comment.content) };
}
