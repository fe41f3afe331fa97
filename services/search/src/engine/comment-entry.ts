import { boundText } from '../projection/bounds.ts';
import type { CommentSnapshot } from '../projection/comment-state.ts';
import type { RecordState } from '../projection/record-state.ts';
import type { CommentEntry } from './entries.ts';
import { plainText } from './plain-text.ts';
import { entryVisibility } from './record-entry.ts';
import { numberEnds } from './word-ends.ts';

/** The entry of a comment, with the visibility of its record and a bounded content. */
export function commentEntry(comment: CommentSnapshot, record: RecordState): CommentEntry {
  const content = boundText(comment.content);
  const text = plainText(content);
  return {
    id: comment._id,
    record_id: comment.recordId,
    post_type: comment.postType,
    version: comment.version,
    content,
    text,
    numbers: numberEnds(text),
    ...entryVisibility(record),
  };
}
