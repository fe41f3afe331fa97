import { recordsUpdate } from '@svc/contracts';
import { defineExtension } from '@svc/contracts/extension';

/** Writes into the nickname of a record what it was told of each comment on it. */
const listeningExtension = defineExtension({
  name: 'listening',
  version: '1.0.0',
  setup({ addAction }) {
    addAction('svc_comment_created', async (postType, postId, commentId, type, { actor, call }) => {
      if (type === 'broken') throw new Error('not this one');
      const told = [commentId, type, actor.kind, actor.displayName, ...actor.capabilities].join(' ');
      await call(recordsUpdate, {
        post_type: postType,
        id: postId,
        fields: { nickname: told },
        silent: true,
      });
    });
  },
});

export default listeningExtension;
