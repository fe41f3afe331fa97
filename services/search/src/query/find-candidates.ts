import type { MatchesPosition } from 'meilisearch';
import type { CommentEntry } from '../engine/entries.ts';
import type { SearchEngine } from '../engine/search-engine.ts';
import { engineQueries, type EngineQuery, type SearchedParts } from './engine-queries.ts';
import { engineText } from './engine-text.ts';
import type { Candidate, FoundText, PostType } from './hit.ts';
import { lookFor, type LookedFor } from './holds-text.ts';
import { visibilityFilter } from './visibility-filter.ts';

/** The texts, types and parts to search. */
export interface SearchedFor {
  readonly text: string;
  readonly postTypes: readonly PostType[];
  readonly parts: SearchedParts;
}

/**
 * The records in whose entries the engine finds the text, each once, as far as the caller may see them by their
 * entries. Aborted by the signal.
 */
export async function findCandidates(
  asked: SearchedFor,
  engine: SearchEngine,
  signal: AbortSignal,
): Promise<Candidate[]> {
  const text = engineText(asked.text);
  if (text === undefined) return [];
  const uids = { records: engine.indexUid('records'), comments: engine.indexUid('comments') };
  const queries = asked.postTypes.flatMap(({ post_type: postType, grants }) =>
    engineQueries({ text, uids, parts: asked.parts, filter: visibilityFilter(postType, grants) }),
  );
  const answers = await engine.search(
    queries.map(({ query }) => query),
    signal,
  );
  const lookedFor = lookFor(asked.text);
  const candidates = new Map<number, Candidate>();
  for (const [place, hits] of answers.entries()) {
    for (const hit of hits) addHit(candidates, queries[place] as EngineQuery, { hit, lookedFor });
  }
  return [...candidates.values()];
}

/** Keeps the first exact hit in a part, or else the first similar one that contains all numbers of the query. */
function addHit(
  candidates: Map<number, Candidate>,
  { part }: EngineQuery,
  { hit, lookedFor }: { hit: unknown; lookedFor: LookedFor },
): void {
  const { id, place, found, whole } = { comment: commentHit, meta: metaHit, post: nameHit }[part](hit);
  const known = candidates.get(id);
  const match = lookedFor.isIn(whole) ? 'words' : 'similar words';
  if (match === 'similar words' && (known?.[place] || !lookedFor.numbersAreIn(whole))) return;
  if (known?.[place]?.match === 'words') return;
  candidates.set(id, { ...known, id, [place]: { ...found, match } });
}

/** A hit in one part of a record, with the whole text that was searched. */
interface PlacedHit {
  readonly id: number;
  readonly place: 'name' | 'meta' | 'comment';
  readonly found: Omit<FoundText, 'match'> & { readonly id?: number };
  readonly whole: string;
}

function nameHit(hit: unknown): PlacedHit {
  const { id, name: text, version } = hit as { id: number; name: string; version: number };
  return { id, place: 'name', found: { text, version }, whole: text };
}

function metaHit(hit: unknown): PlacedHit {
  const { version, ...found } = hit as TextHit & { version: number };
  const text = matchingText(found);
  return { id: found.id, place: 'meta', found: { text, version }, whole: found.texts.join('\n') };
}

function commentHit(hit: unknown): PlacedHit {
  const { id, record_id, content: text, version } = hit as CommentEntry;
  return { id: record_id, place: 'comment', found: { id, text, version }, whole: text };
}

/** The engine's answer to a search in a record's texts. */
interface TextHit {
  readonly id: number;
  readonly texts: readonly string[];
  readonly _matchesPosition?: MatchesPosition<Record<string, unknown>>;
}

/** The text of a record that contains the first match; for a match across texts, the first of them. */
function matchingText({ texts, _matchesPosition: matches = {} }: TextHit): string {
  const places = [...positions(matches, 'texts'), ...positions(matches, 'text_ends')];
  return texts[places[0] ?? 0] ?? '';
}

function positions(matches: NonNullable<TextHit['_matchesPosition']>, attribute: string): number[] {
  const found = new Map(Object.entries(matches)).get(attribute) ?? [];
  return found.flatMap((match) => match.indices?.[0] ?? []);
}
