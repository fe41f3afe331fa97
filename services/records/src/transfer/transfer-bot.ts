import type { AddedComment } from '@svc/contracts';
import { cleanComment, cleanText, cutComment, isBlank, type CommandDraft } from '@svc/service-kit';
import type { ReadDeps } from '../read/read-deps.ts';
import type { RecordDocument } from '../model/record.ts';
import { addCommentsTo } from '../write/comments-of-write.ts';
import { asText } from './shown-values.ts';

/** What the bot writes: in its own name, or in that of somebody at the other site. */
export interface BotComment {
  readonly text: string;
  /** Whom it names beside itself. */
  readonly of?: string;
  readonly type?: string;
  readonly at: Date;
  /** Nobody is told of it. */
  readonly silent: boolean;
}

const inOneCommand = 500;

/** Asks comments for what Transfer Bot writes on a contact. */
export function botComments(
  record: RecordDocument,
  comments: readonly BotComment[],
  deps: Pick<ReadDeps, 'postTypes'>,
): CommandDraft[] {
  const added = comments.flatMap(addedComment);
  const commands: CommandDraft[] = [];
  for (let from = 0; from < added.length; from += inOneCommand) {
    commands.push(addCommentsTo(record, added.slice(from, from + inOneCommand), deps));
  }
  return commands;
}

/** None where there is nothing to read; of a text that is too long its beginning. */
function addedComment({ text: whole, of = '', type, at, silent }: BotComment): AddedComment[] {
  const sent = cutComment(whole);
  const cleaned = cleanComment(sent);
  // What cannot be kept as HTML is kept as text.
  const text = 'text' in cleaned ? cleaned.text : cleanText(asText(sent));
  if (isBlank(text)) return [];
  const author = { kind: 'system' as const, user_id: 0, display_name: `Transfer Bot${of}`, email: '' };
  const date = Math.floor(at.getTime() / 1000);
  return [{ text, author, date, silent, ...(type ? { type } : {}) }];
}
