import type { SearchDocument } from '@svc/contracts';
import { boundText, boundTexts, maxTextLength, maxText } from './bounds.ts';
import type { Projection } from './projection.ts';
import { deletedMark, visibilityMark, type RecordState } from './record-state.ts';
import { tombstoneVersion, upsertNewest } from './upsert.ts';

/** Updates the projection of records from the records service. Missing records become tombstones. */
export async function refreshRecords(
  ids: readonly number[],
  deps: Pick<Projection, 'records' | 'sources'>,
): Promise<void> {
  const documents = new Map((await deps.sources.records(ids)).map((document) => [document.id, document]));
  const states = ids.map((id) => {
    const document = documents.get(id);
    return document ? toRecordState(document) : toTombstone(id);
  });
  await upsertNewest(deps.records, states);
}

/** The projection of a record. */
export function toRecordState(document: SearchDocument): RecordState {
  const { id, version, post_type, visibility } = document;
  const mark = visibilityMark(visibility);
  const name = boundText(document.name);
  return { _id: id, version, postType: post_type, name, texts: keptTexts(document), visibility, mark };
}

function keptTexts({ texts }: SearchDocument): RecordState['texts'] {
  const bounded = boundTexts(
    texts.map(({ text }) => text),
    { each: maxTextLength, together: maxText },
  );
  return texts.flatMap(({ field }, place) => (bounded[place] ? [{ field, text: bounded[place] }] : []));
}

function toTombstone(id: number): RecordState {
  return {
    _id: id,
    version: tombstoneVersion,
    postType: '',
    name: '',
    texts: [],
    visibility: { shared_with: [], type: '', sources: [] },
    mark: deletedMark,
    deletedAt: new Date(),
  };
}
