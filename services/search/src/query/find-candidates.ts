import type { Actor } from '@svc/contracts';
import type { SearchEngine } from '../engine/search-engine.ts';
import type { Candidate } from './candidate.ts';
import { engineQueries, type EngineQuery } from './engine-queries.ts';
import { engineText } from './engine-text.ts';
import { matchingText, type TextHit } from './matching-text.ts';
import type { SearchedParts } from './searched-parts.ts';
import { visibilityFilter } from './visibility-filter.ts';

/** What a search asks for. */
export interface Asked {
  readonly text: string;
  readonly postTypes: readonly string[];
  readonly parts: SearchedParts;
  readonly actor: Actor;
}

/** The records in whose entries the engine finds the text, each once, as far as the entries say the actor may see them. */
export async function findCandidates(asked: Asked, engine: SearchEngine): Promise<Candidate[]> {
  const text = engineText(asked.text);
  if (text === undefined) return [];
  const uids = { records: engine.indexUid('records'), comments: engine.indexUid('comments') };
  const queries = asked.postTypes.flatMap((postType) =>
    engineQueries({
      ...{ text, postType, uids, parts: asked.parts },
      filter: visibilityFilter(postType, asked.actor),
    }),
  );
  const answers = await engine.search(queries.map(({ query }) => query));
  const candidates = new Map<number, Candidate>();
  for (const [place, hits] of answers.entries()) {
    for (const hit of hits) addHit(candidates, queries[place] as EngineQuery, hit);
  }
  return [...candidates.values()];
}

function addHit(candidates: Map<number, Candidate>, { part }: EngineQuery, hit: unknown): void {
  const found = { comment: commentHit, meta: metaHit, post: nameHit }[part](hit);
  const known = candidates.get(found.id) ?? { inName: false };
  candidates.set(found.id, { ...known, ...found });
}

function nameHit(hit: unknown) {
  return { id: (hit as { id: number }).id, inName: true };
}

function metaHit(hit: unknown) {
  const found = hit as TextHit;
  return { id: found.id, meta: matchingText(found) };
}

function commentHit(hit: unknown) {
  const { record_id: id, content: comment } = hit as { record_id: number; content: string };
  return { id, comment };
}
