import { boundText, boundTexts, maxTextLength, maxText } from '../projection/bounds.ts';
import type { RecordState } from '../projection/record-state.ts';
import { foldText } from './fold-text.ts';
import type { EntryVisibility, RecordEntry } from './entries.ts';
import { joinedWords, maxEndedLength, wordEnds } from './word-ends.ts';

/** The form of all entries, of comments too: another number where what is made of the same state is another entry, so that all are made anew. */
export const entryForm = 2;

/** As much of a record's texts together has ends of words, in UTF-16 code units: ten texts of the longest that have any. */
const maxEnded = 20_000;

/** A record as the engine gets it, a few megabytes at most. What was kept without bounds is bounded here. */
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

/** Who may see a record and what belongs to it. */
export function entryVisibility({ visibility }: Pick<RecordState, 'visibility'>): EntryVisibility {
  const { shared_with: viewers, type, sources } = visibility;
  return { viewers, type, sources };
}
