import { foldText } from '../engine/fold-text.ts';
import { type Hit, matches } from './hit.ts';

/** Only this much of a name is compared: collation can take quadratic time. */
const comparedLength = 100;

const names = new Intl.Collator('und', { sensitivity: 'base', numeric: true });

/**
 * Sorts hits of a type: first the record with the requested id, then names that begin with the text, then the others by
 * match; for equal matches names come before other parts. Within each group by name, then by id.
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
  const inName = name ? [2 * matches.indexOf(name.match)] : [];
  const elsewhere = [meta, comment].flatMap((found) => (found ? [2 * matches.indexOf(found.match) + 1] : []));
  return 2 + Math.min(...inName, ...elsewhere);
}
