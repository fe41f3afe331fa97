import { endName, type End } from './side.ts';

/** Up to so many connections of an end stand in the record itself, one word each; beyond it only their edges tell. */
export const mostLinks = 100;

/** The word for one connected record. */
export function linkTo(end: End, otherId: number): string {
  return `${endName(end)}:${otherId}`;
}

/** The word of records that have any connection at this end. */
export function anyLink(end: End): string {
  return `${endName(end)}:*`;
}

/** The word of records that had more connections at this end than stand in them. */
export function manyLinks(end: End): string {
  return `${endName(end)}:many`;
}

/**
 * A record's words after connections came and went. Once there were many, it stays so until none is left: which ones
 * remain is only in the edges.
 */
export function withLinks(
  links: readonly string[],
  end: End,
  change: { added: readonly number[]; removed: readonly number[]; degree: number },
): readonly string[] {
  const prefix = `${endName(end)}:`;
  const others = links.filter((link) => !link.startsWith(prefix));
  if (change.degree === 0) return others;
  if (change.degree > mostLinks || links.includes(manyLinks(end)))
    return [...others, anyLink(end), manyLinks(end)];
  const removed = new Set(change.removed.map((id) => linkTo(end, id)));
  const kept = links.filter((link) => link.startsWith(prefix) && link !== anyLink(end) && !removed.has(link));
  const added = change.added.map((id) => linkTo(end, id));
  return [...others, anyLink(end), ...new Set([...kept, ...added])];
}

/** The connected records of an end that stand in the record itself; none where they are many. */
export function linkedIn(links: readonly string[], end: End): number[] {
  const prefix = `${endName(end)}:`;
  const words = links
    .filter((link) => link.startsWith(prefix))
    .map((link) => Number(link.slice(prefix.length)));
  return words.filter((id) => Number.isInteger(id));
}
