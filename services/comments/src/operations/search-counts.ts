import { commentsSearchCounts } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { CommentStore } from '../store/comment-store.ts';

export const searchCounts = defineHandler(
  commentsSearchCounts,
  async ({ deadline }, { comments }: Pick<CommentStore, 'comments'>) => {
    const within = { maxTimeMS: deadline.maxTimeMS };
    const types = await comments.model.distinct('postType', {}, within);
    const counts = types.map(
      async (type) => [type, await comments.model.countDocuments({ postType: type }, within)] as const,
    );
    return { counts: Object.fromEntries(await Promise.all(counts)) };
  },
);
