import type { Actor } from '@svc/contracts';
import type { RankingScoreDetails } from 'meilisearch';
import type { SearchEngine } from '../engine/search-engine.ts';
import type { Candidate } from './candidate.ts';
import { engineQueries, type EngineQuery } from './engine-queries.ts';
import { engineText } from './engine-text.ts';
import { holdsNumbers } from './holds-text.ts';
import { matchingText, type TextHit } from './matching-text.ts';
import type { SearchedParts } from './searched-parts.ts';
import { visibilityFilter } from './visibility-filter.ts';

/** What a search asks for. */
export interface SearchedFor {
  readonly text: string;
  readonly postTypes: readonly string[];
  readonly parts: SearchedParts;
  readonly actor: Actor;
}

/** What all entries have that the engine finds. */
interface EngineHit {
  readonly version: number;
  readonly _rankingScoreDetails?: RankingScoreDetails;
}

/**
 * The records in whose entries the engine finds the text, each once, as far as the entries say the actor may see them. It is given up when
 * the signal says so.
 */
export async function findCandidates(
  asked: SearchedFor,
  engine: SearchEngine,
  signal: AbortSignal,
): Promise<Candidate[]> {
  const text = engineText(asked.text);
  if (text === undefined) return [];
  const uids = { records: engine.indexUid('records'), comments: engine.indexUid('comments') };
  const queries = asked.postTypes.flatMap((postType) =>
    engineQueries({
      ...{ text, postType, uids, parts: asked.parts },
      filter: visibilityFilter(postType, asked.actor),
    }),
  );
  const answers = await engine.search(
    queries.map(({ query }) => query),
    signal,
  );
  const candidates = new Map<number, Candidate>();
  for (const [place, hits] of answers.entries()) {
    for (const hit of hits) addHit(candidates, queries[place] as EngineQuery, { hit, text: asked.text });
  }
  return [...candidates.values()];
}

/** Of what several questions find in the same part, the first counts that is not only similar. */
function addHit(
  candidates: Map<number, Candidate>,
  { part }: EngineQuery,
  { hit, text }: { hit: unknown; text: string },
): void {
  const found: Candidate = { comment: commentHit, meta: metaHit, post: nameHit }[part](hit);
  const known = candidates.get(found.id);
  const place = ({ comment: 'comment', meta: 'meta', post: 'name' } as const)[part];
  const now = found[place];
  if (!now || (now.isSimilar && (known?.[place] || !holdsNumbers(now.text, text)))) return;
  if (known?.[place]?.isSimilar === false) return;
  candidates.set(found.id, { ...known, ...found });
}

function nameHit(hit: unknown): Candidate {
  const { id, name: text, ...found } = hit as EngineHit & { id: number; name: string };
  return { id, name: { text, ...ofEntry(found) } };
}

function metaHit(hit: unknown): Candidate {
  const found = hit as EngineHit & TextHit;
  return { id: found.id, meta: { text: matchingText(found), ...ofEntry(found) } };
}

function commentHit(hit: unknown): Candidate {
  const found = hit as EngineHit & { id: number; record_id: number; content: string };
  return { id: found.record_id, comment: { id: found.id, text: found.content, ...ofEntry(found) } };
}

function ofEntry({ version, _rankingScoreDetails: details }: EngineHit) {
  return { version, isSimilar: (details?.typo?.typoCount ?? 0) > 0 };
}
