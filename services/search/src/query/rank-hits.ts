import type { Hit } from './hit.ts';

const names = new Intl.Collator('und', { sensitivity: 'base', numeric: true });

/**
 * The order of hits of one type: the record whose id was asked for, names that begin with the text, other names that hold
 * it, then what was found elsewhere; each by name, equal names by id.
 */
export function rankHits(hits: readonly Hit[], text: string): Hit[] {
  const beginning = fold(text);
  const ranks = new Map(hits.map((hit) => [hit, rank(hit, beginning)]));
  return hits.toSorted(
    (one, other) =>
      (ranks.get(one) ?? 0) - (ranks.get(other) ?? 0) ||
      names.compare(one.record.name, other.record.name) ||
      one.record.id - other.record.id,
  );
}

function rank({ candidate, record }: Hit, beginning: string): number {
  if (candidate.isId) return 0;
  if (!candidate.inName) return 3;
  return fold(record.name).startsWith(beginning) ? 1 : 2;
}

/** Without case and accents, as the engine compares. */
function fold(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();
}
