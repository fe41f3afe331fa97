import type { AddedComment } from '@svc/contracts';
import { inBatches } from '@svc/service-kit';
import { cleanComment, cleanText, cutComment, isBlank } from '@svc/service-kit/clean-text';
import type { CommandDraft } from '@svc/service-kit/store';
import type { ReadDeps } from '../read/read-deps.ts';
import type { RecordDocument } from '../model/record.ts';
import { addCommentsTo } from '../write/commit-revisions.ts';
import { asText } from './comment-texts.ts';

/** A comment by the bot, in its own name or in that of an author at the other site. */
export interface BotComment {
  readonly text: string;
  /** Addition to the bot's name: the author at the other site. */
  readonly of?: string;
  readonly type?: string;
  readonly at: Date;
  /** Whether it notifies nobody. */
  readonly silent: boolean;
}

const inOneCommand = 500;

/** The commands that add Transfer Bot's comments to a contact. */
export function botComments(
  record: RecordDocument,
  comments: readonly BotComment[],
  deps: Pick<ReadDeps, 'postTypes'>,
): CommandDraft[] {
  const parts = inBatches(comments.flatMap(addedComment), inOneCommand);
  return parts.map((added) => addCommentsTo(record, added, deps));
}

/** Empty for a comment without readable text; a text that is too long is cut. */
function addedComment({ text: whole, of = '', type, at, silent }: BotComment): AddedComment[] {
  const sent = cutComment(whole);
  const cleaned = cleanComment(sent);
  // Text that is not acceptable as HTML is stored as plain text.
  const text = 'text' in cleaned ? cleaned.text : cleanText(asText(sent));
  if (isBlank(text)) return [];
  const author = { kind: 'system' as const, user_id: 0, display_name: `Transfer Bot${of}`, email: '' };
  const date = Math.floor(at.getTime() / 1000);
  return [{ text, author, date, silent, ...(type ? { type } : {}) }];
}
