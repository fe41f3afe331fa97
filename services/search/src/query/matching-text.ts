import type { MatchesPosition } from 'meilisearch';

/** A record as the engine answers a search in its texts. */
export interface TextHit {
  readonly id: number;
  readonly texts: readonly string[];
  readonly _matchesPosition?: MatchesPosition<Record<string, unknown>>;
}

/** That one of a record's texts in which the first match is; of a match that spans texts the first. */
export function matchingText({ texts, _matchesPosition: matches = {} }: TextHit): string {
  const places = [...positions(matches, 'texts'), ...positions(matches, 'text_ends')];
  return texts[places[0] ?? 0] ?? '';
}

function positions(matches: NonNullable<TextHit['_matchesPosition']>, attribute: string): number[] {
  const found = new Map(Object.entries(matches)).get(attribute) ?? [];
  return found.flatMap((match) => match.indices?.[0] ?? []);
}
