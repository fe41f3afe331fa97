import type { PipelineStage } from 'mongoose';
import type { Call } from '@svc/service-kit';
import type { ListDeps } from './list-deps.ts';
import { longTexts } from '../../model/record-texts.ts';
import type { Candidates } from '../../model/filter.ts';
import { answerMilliseconds } from '../../store/read-in-time.ts';
import { mostCandidates } from './find-candidates.ts';
import { beginsWith } from './gather-ids.ts';
import { indexes } from '../../store/indexes.ts';

type Deps = Pick<ListDeps, 'recordTexts' | 'tooMany'>;

interface Part {
  readonly _id: 'found' | 'long';
  readonly ids: readonly number[];
}

/**
 * The records of a type that have one of these texts, and records that are named; undefined when they are too many, or when a record of the
 * type has more texts than are in the index, so that the index does not tell.
 */
export async function gatherTexts(
  { deadline }: Pick<Call, 'deadline'>,
  { recordTexts, tooMany }: Deps,
  postType: string,
  { texts = [], ids = [] }: Candidates,
): Promise<readonly number[] | undefined> {
  const grouped = (part: Part['_id']) => ({ $group: { _id: part, ids: { $push: '$_id' } } });
  const long = [{ $match: { postType, entries: longTexts } }, { $limit: 1 }, grouped('long')];
  const stages: PipelineStage[] = [
    { $match: { postType, entries: { $in: texts.map(beginsWith) } } },
    { $limit: mostCandidates + 1 },
    grouped('found'),
    { $unionWith: { coll: recordTexts.collection.collectionName, pipeline: long } },
  ];
  const maxTimeMS = Math.max(1, deadline.remaining - answerMilliseconds);
  return tooMany.unlessKnown(`texts of ${postType} ${JSON.stringify(texts)}`, async () => {
    const parts = await recordTexts.aggregate<Part>(stages).hint(indexes.texts).option({ maxTimeMS });
    const all = new Set([...parts.flatMap((part) => part.ids), ...ids]);
    const isWhole = parts.every(({ _id }) => _id === 'found');
    return isWhole && all.size <= mostCandidates ? [...all] : undefined;
  });
}
