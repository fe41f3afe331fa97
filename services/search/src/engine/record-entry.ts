import type { RecordState } from '../projection/record-state.ts';
import type { EntryVisibility, RecordEntry } from './entries.ts';
import { wordEnds } from './word-ends.ts';

/** A record as the engine gets it. */
export function recordEntry(state: RecordState): RecordEntry {
  return {
    id: state._id,
    post_type: state.postType,
    version: state.version,
    name: state.name,
    name_ends: wordEnds(state.name),
    texts: state.texts.map(({ text }) => text),
    text_ends: state.texts.map(({ text }) => wordEnds(text).join(' ')),
    ...entryVisibility(state),
  };
}

/** Who may see a record and what belongs to it. */
export function entryVisibility({ visibility }: Pick<RecordState, 'visibility'>): EntryVisibility {
  const { shared_with: viewers, type, sources } = visibility;
  return { viewers, type, sources };
}
