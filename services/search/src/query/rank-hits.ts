import { foldText } from '../engine/fold-text.ts';
import type { Hit } from './hit.ts';

/** As much of a name decides its place: the collator may take the square of a length. */
const comparedLength = 100;

const names = new Intl.Collator('und', { sensitivity: 'base', numeric: true });

/**
 * The order of hits of one type: the record whose id was asked for, names that begin with the text, other names that hold
 * it, what was found elsewhere, then similar names and what is similar elsewhere; each by name, equal names by id.
 */
export function rankHits(hits: readonly Hit[], text: string): Hit[] {
  const beginning = foldText(text).trim();
  const ranks = new Map(hits.map((hit) => [hit, rank(hit, beginning)]));
  return hits.toSorted(
    (one, other) =>
      (ranks.get(one) ?? 0) - (ranks.get(other) ?? 0) ||
      names.compare(comparedName(one), comparedName(other)) ||
      one.record.id - other.record.id,
  );
}

function comparedName({ record }: Hit): string {
  return record.name.slice(0, comparedLength);
}

function rank({ candidate, record }: Hit, beginning: string): number {
  const { isId, name, meta, comment } = candidate;
  if (isId) return 0;
  if (name && foldText(record.name).trim().startsWith(beginning)) return 1;
  if (name && !name.isSimilar) return 2;
  if ([meta, comment].some((found) => found && !found.isSimilar)) return 3;
  return name ? 4 : 5;
}
