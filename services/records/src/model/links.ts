import { endName } from './side.ts';
import type { End } from './edge.ts';

/** Up to so many connections of an end stand in the record itself, one term each; beyond it only their edges tell. */
export const maxLinks = 100;

/** The term for one connected record. */
export function linkTerm(end: End, otherId: number): string {
  return `${endName(end)}:${otherId}`;
}

/** The term of records that have any connection at this end. */
export function anyLinkTerm(end: End): string {
  return `${endName(end)}:*`;
}

/** The term of records that had more connections at this end than stand in them. */
export function manyLinksTerm(end: End): string {
  return `${endName(end)}:many`;
}

/** The term of records of which a connection at this end had more to say than which record it leads to. */
function describedLinksTerm(end: End): string {
  return `${endName(end)}:described`;
}

/**
 * A record's terms after connections came, went or were described. Once there were many, or described ones, it stays so until none is
 * left: which ones remain, and what they say, is only in the edges.
 */
export function withLinkTerms(
  links: readonly string[],
  end: End,
  change: {
    added: readonly number[];
    removed: readonly number[];
    degree: number;
    /** Whether one of those that came or stayed has meta. */
    isDescribed?: boolean;
  },
): readonly string[] {
  const prefix = `${endName(end)}:`;
  const others = links.filter((link) => !link.startsWith(prefix));
  if (change.degree === 0) return others;
  const isDescribed = change.isDescribed || links.includes(describedLinksTerm(end));
  const marks = [anyLinkTerm(end), ...(isDescribed ? [describedLinksTerm(end)] : [])];
  if (change.degree > maxLinks || links.includes(manyLinksTerm(end)))
    return [...others, ...marks, manyLinksTerm(end)];
  const removed = new Set(change.removed.map((id) => linkTerm(end, id)));
  const kept = links.filter((link) => link.startsWith(prefix) && !marks.includes(link) && !removed.has(link));
  const added = change.added.map((id) => linkTerm(end, id));
  return [...others, ...marks, ...new Set([...kept, ...added])];
}

/** The connected records of an end that stand in the record itself; none where they are many. */
export function linkedIn(links: readonly string[], end: End): number[] {
  const prefix = `${endName(end)}:`;
  const terms = links
    .filter((link) => link.startsWith(prefix))
    .map((link) => Number(link.slice(prefix.length)));
  return terms.filter((id) => Number.isInteger(id));
}

/**
 * The connections of a record of which its own terms say all, in the order in which they were made: the connected records by the name of
 * the end. Ends with many or described ones are not among them.
 */
export function plainLinks(links: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  const others = new Set<string>();
  for (const link of links) {
    const at = link.lastIndexOf(':');
    const end = link.slice(0, at);
    const last = link.slice(at + 1);
    if (last === 'many' || last === 'described') others.add(end);
    else if (last !== '*') {
      const ids = found.get(end);
      if (ids) ids.push(Number(last));
      else found.set(end, [Number(last)]);
    }
  }
  for (const end of others) found.delete(end);
  return found;
}
