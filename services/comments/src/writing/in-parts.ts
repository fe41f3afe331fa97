import type { StoredComment } from '../store/comment-model.ts';
import type { NewComment } from './insert-comments.ts';

/** The comments of one text: with the first of them is told whatever there is to tell of it, once. */
export function inParts(
  comments: readonly StoredComment[],
  { author, silent, mentions }: Omit<NewComment, 'comment'>,
): NewComment[] {
  return comments.map((comment, index) =>
    index === 0 ? { comment, author, silent, mentions } : { comment, author, silent: true, mentions: [] },
  );
}
