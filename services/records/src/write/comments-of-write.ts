import { type Actor, type AddedComment, addComments } from '@svc/contracts';
import type { CommandDraft } from '@svc/service-kit/store';
import type { ReadDeps } from '../read/read-deps.ts';
import type { RecordDocument } from '../model/record.ts';
import type { ExtraComment } from './extract-extras.ts';
import { recordAudience } from '../revision/record-event.ts';

interface CommentedWrite {
  /** The record after the write. */
  readonly record: RecordDocument;
  readonly actor: Actor;
  readonly at: Date;
  /** Whether its comments notify nobody. */
  readonly silent: boolean;
}

/** The command that adds the comments of a write; none if there are no comments. */
export function commentsOfWrite(
  write: CommentedWrite,
  extras: readonly ExtraComment[],
  deps: Pick<ReadDeps, 'postTypes'>,
): CommandDraft[] {
  if (extras.length === 0) return [];
  const { kind, userId, displayName, email } = write.actor;
  const comments = extras.map(({ text, isNote, secondsEarlier = 0 }): AddedComment => ({
    text,
    author: { kind, user_id: userId, display_name: displayName, email },
    date: Math.floor(write.at.getTime() / 1000) - secondsEarlier,
    silent: write.silent || isNote,
  }));
  return [addCommentsTo(write.record, comments, deps)];
}

/** The command that adds comments to a record. It contains the record's name and audience, for the notifications about the comments. */
export function addCommentsTo(
  record: RecordDocument,
  comments: readonly AddedComment[],
  deps: Pick<ReadDeps, 'postTypes'>,
): CommandDraft {
  const audience = recordAudience(record, deps);
  const input = {
    post_type: record.postType,
    record_id: record._id,
    comments: [...comments],
    record_name: record.name,
    ...(audience && { audience }),
  };
  return { command: addComments, input };
}
