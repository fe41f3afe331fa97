import type { PipelineStage } from 'mongoose';
import type { Call } from '@svc/service-kit';
import type { Collections } from '../../store/collections.ts';
import { longTexts } from '../../model/record-texts.ts';
import type { Candidates, Condition } from '../../model/filter.ts';
import { escaped } from '../../fields/shared/text-pattern.ts';
import { answerMilliseconds } from '../../store/read-in-time.ts';
import { indexes, type Index } from '../../store/indexes.ts';

/** By what the records of a list can be found in an index: what it asks for, and whose it is. */
export interface Wanted extends Candidates {
  /** Users of whom one has the record shared. */
  readonly sharedWith?: readonly number[];
}

type Deps = Pick<Collections, 'records' | 'recordTexts'> & { readonly postType: string };

/** Where to look. */
export interface Place {
  readonly model: Pick<Deps['records'], 'aggregate'>;
  readonly match: Condition;
  readonly index: Index;
}

/** Where the ids of what is wanted are. */
export function placesOf(
  { words = [], links = [], texts = [], sharedWith = [] }: Wanted,
  { postType, records, recordTexts }: Deps,
): Place[] {
  const sharing = { sharedWith: { $in: sharedWith }, postType };
  const entries = { postType, entries: { $in: patternsOf(texts) } };
  return [
    ...(words.length > 0 ? [{ model: records, match: { words: { $in: words } }, index: indexes.words }] : []),
    ...(links.length > 0 ? [{ model: records, match: { links: { $in: links } }, index: indexes.links }] : []),
    ...(sharedWith.length > 0 ? [{ model: records, match: sharing, index: indexes.sharedNewest }] : []),
    ...(texts.length > 0 ? [{ model: recordTexts, match: entries, index: indexes.texts }] : []),
  ];
}

/** The ids of documents, read from the index alone. */
export async function gatherIds(
  { deadline }: Pick<Call, 'deadline'>,
  { model, match, index }: Place,
  most: number,
  sort?: Index,
): Promise<readonly number[]> {
  const stages: PipelineStage[] = [
    { $match: match },
    ...(sort ? [{ $sort: sort }] : []),
    { $limit: Math.max(1, most) },
    { $group: { _id: null, ids: { $push: '$_id' } } },
  ];
  const maxTimeMS = Math.max(1, deadline.remaining - answerMilliseconds);
  const [found] = await model.aggregate<{ ids: number[] }>(stages).hint(index).option({ maxTimeMS });
  return found?.ids ?? [];
}

/** Entries of the index that begin so, and records whose texts are not all in it. */
function patternsOf(texts: readonly string[]): (RegExp | string)[] {
  return [...texts.map(beginsWith), longTexts];
}

/** Entries of the index that begin so. */
export function beginsWith(text: string): RegExp {
  return new RegExp(`^${escaped(text)}`);
}
