import { plainText } from '@svc/service-kit';
import { boundText, boundTexts, maxText, maxTextLength } from '../projection/bounds.ts';
import type { CommentState } from '../projection/comment-state.ts';
import type { RecordState } from '../projection/record-state.ts';
import { foldText } from './fold-text.ts';
import { joinedWords, maxEndedLength, numberEnds, wordEnds } from './word-ends.ts';

/** The visibility of a record, as fields to filter by. */
interface EntryVisibility {
  /** Ids of the users with whom the record is shared. */
  readonly viewers: readonly number[];
  /** The record's `type` field; empty if missing. */
  readonly type: string;
  readonly sources: readonly string[];
}

/** The entry of a record. All keys are always present, because the engine refuses to search in a key that no entry has. */
export interface RecordEntry extends EntryVisibility {
  readonly id: number;
  readonly post_type: string;
  readonly version: number;
  readonly name: string;
  /** The name in searchable form: see `foldText`. */
  readonly name_folded: string;
  /** Further words that find the name: see `wordEnds` and `joinedWords`. */
  readonly name_ends: readonly string[];
  /** Texts of communication channels and other searchable fields. */
  readonly texts: readonly string[];
  /** The ends of the words in each text, at the same position, separated by spaces. */
  readonly text_ends: readonly string[];
}

/** The entry of a comment, with the visibility of its record. */
export interface CommentEntry extends EntryVisibility {
  readonly id: number;
  readonly record_id: number;
  readonly post_type: string;
  readonly version: number;
  /** The content for display. */
  readonly content: string;
  /** The content for searching, without markup. */
  readonly text: string;
  /** Telephone numbers in the content and their ends: see `numberEnds`. */
  readonly numbers: readonly string[];
}

/**
 * The version of the form of all entries, comments included. Increase it when the same state results in another entry,
 * so that all are rebuilt.
 */
export const entryForm = 2;

/** Maximum length of a record's texts with ends of words, in UTF-16 code units: ten texts of `maxEndedLength`. */
const maxEnded = 20_000;

/** The entry of a record, bounded to a few megabytes; the projection has no bounds. */
export function recordEntry(state: RecordState): RecordEntry {
  const name = boundText(state.name);
  const texts = boundTexts(
    state.texts.map(({ text }) => text),
    { each: maxTextLength, together: maxText },
  );
  return {
    id: state._id,
    post_type: state.postType,
    version: state.version,
    name,
    name_folded: foldText(name),
    name_ends: [...new Set([...wordEnds(name), ...joinedWords(name)])],
    texts,
    text_ends: boundTexts(texts, { each: maxEndedLength, together: maxEnded }).map((text) =>
      wordEnds(text).join(' '),
    ),
    ...entryVisibility(state),
  };
}

/** The entry of a comment, with the visibility of its record and a bounded content. */
export function commentEntry(comment: CommentState, record: RecordState): CommentEntry {
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

/** The visibility in an entry of a record or of its comments. */
function entryVisibility({ visibility }: Pick<RecordState, 'visibility'>): EntryVisibility {
  const { shared_with: viewers, type, sources } = visibility;
  return { viewers, type, sources };
}
