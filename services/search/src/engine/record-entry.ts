import { boundText, boundTexts, maxTextLength, maxText } from '../projection/bounds.ts';
import type { RecordState } from '../projection/record-state.ts';
import { foldText } from './fold-text.ts';
import type { EntryVisibility, RecordEntry } from './entries.ts';
import { joinedWords, maxEndedLength, wordEnds } from './word-ends.ts';

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

/** The visibility in an entry of a record or of its comments. */
export function entryVisibility({ visibility }: Pick<RecordState, 'visibility'>): EntryVisibility {
  const { shared_with: viewers, type, sources } = visibility;
  return { viewers, type, sources };
}
