import { endName } from './side.ts';
import type { End } from './edge.ts';

/** Maximum number of connections per end for which a record stores a term each; beyond it only the edges list them. */
export const maxLinks = 100;

/** The term for one connected record. */
export function linkTerm(end: End, otherId: number): string {
  return `${endName(end)}:${otherId}`;
}

/** The term of records that have any connection at this end. */
export function anyLinkTerm(end: End): string {
  return `${endName(end)}:*`;
}

/** The term of records that exceeded `maxLinks` connections at this end. */
export function manyLinksTerm(end: End): string {
  return `${endName(end)}:many`;
}

/** The term of records that had a connection with meta at this end. */
function describedLinksTerm(end: End): string {
  return `${endName(end)}:described`;
}

/**
 * A record's link terms after a change of its connections. Once there were many, or some with meta, the mark stays until no connection is
 * left: the terms do not show which connections remain or have meta.
 */
export function withLinkTerms(
  links: readonly string[],
  end: End,
  change: {
    added: readonly number[];
    removed: readonly number[];
    degree: number;
    /** Whether one of the added or remaining connections has meta. */
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

/** Ids of the connected records that have a term; none if there are many. */
export function linkedIn(links: readonly string[], end: End): number[] {
  const prefix = `${endName(end)}:`;
  const terms = links
    .filter((link) => link.startsWith(prefix))
    .map((link) => Number(link.slice(prefix.length)));
  return terms.filter((id) => Number.isInteger(id));
}

/**
 * The connections that a record's terms describe completely, oldest first: ids of the connected records by the name of the end. Ends with
 * many connections, or with meta, are left out.
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
