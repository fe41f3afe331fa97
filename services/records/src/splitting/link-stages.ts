import type { PipelineStage } from 'mongoose';
import { manyLinks } from '../connections/links.ts';
import { endName, endOf, oppositeEnd, type End } from '../connections/side.ts';
import type { RecordsDeps } from '../deps.ts';
import { escaped } from '../fields/text-pattern.ts';
import type { Split } from './count-buckets.ts';

type Deps = Pick<RecordsDeps, 'records' | 'edges'>;

/** The records at the other ends of a list's connections: of records with few they carry words, of the others there are only edges. */
export function linkStages(deps: Deps, { plan, field }: Pick<Split, 'plan' | 'field'>): PipelineStage[] {
  const end = endOf(field);
  const ends = end.side === 'any' ? (['from', 'to'] as const).map((side) => ({ ...end, side })) : [end];
  const ofMany = { $match: { $and: [plan.filter, { links: manyLinks(end) }] } };
  return [
    { $match: { $and: [plan.filter, { links: { $ne: manyLinks(end) } }] } },
    ...wordStages(end),
    ...ends.map((each): PipelineStage => ({
      $unionWith: {
        coll: deps.records.collection.collectionName,
        pipeline: [ofMany, ...edgeStages(deps, each)],
      },
    })),
  ];
}

function wordStages(end: End): PipelineStage.Project[] & PipelineStage[] {
  const start = `${endName(end)}:`;
  const regex = new RegExp(String.raw`^${escaped(start)}\d+$`);
  const links = {
    $filter: { input: { $ifNull: ['$links', []] }, cond: { $regexMatch: { input: '$$this', regex } } },
  };
  return [
    { $project: { _id: 0, value: links } },
    { $unwind: { path: '$value', preserveNullAndEmptyArrays: true } },
    { $project: { value: idIn('$value', start), count: { $literal: 1 } } },
  ] as never;
}

function idIn(word: string, start: string) {
  return {
    $cond: [{ $ifNull: [word, false] }, { $toLong: { $substrBytes: [word, start.length, -1] } }, null],
  };
}

function edgeStages(deps: Pick<Deps, 'edges'>, end: End) {
  const edges = {
    from: deps.edges.collection.collectionName,
    localField: '_id',
    foreignField: end.side,
    pipeline: [{ $match: { key: end.key } }],
    as: 'edge',
  };
  return [
    { $project: { _id: 1 } },
    { $lookup: edges },
    { $unwind: '$edge' },
    { $project: { _id: 0, value: { $toLong: `$edge.${oppositeEnd(end).side}` }, count: { $literal: 1 } } },
  ];
}
