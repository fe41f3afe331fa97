import { recordsGet } from '@svc/contracts';
import { defineExtension } from '@svc/contracts/extension';

/** Shows comments of the type `whisper` to their author alone, and to everybody else how the record is called instead. */
const whisperingExtension = defineExtension({
  name: 'whispering',
  version: '1.0.0',
  setup({ addFilter }) {
    addFilter('svc_filter_post_comments', async (comments, postType, postId, { actor, call }) => {
      const isHeard = (comment: Record<string, unknown>) =>
        comment['comment_type'] !== 'whisper' || comment['user_id'] === String(actor.userId);
      if (comments.every(isHeard)) return comments;
      const { name } = await call(recordsGet, { post_type: postType, id: postId, is_view: false });
      const note = `Somebody whispers of ${String(name)}`;
      return comments.map((comment) => (isHeard(comment) ? comment : { ...comment, comment_content: note }));
    });
  },
});

export default whisperingExtension;
