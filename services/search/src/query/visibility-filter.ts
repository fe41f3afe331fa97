import type { Grant } from '@svc/contracts';

/**
 * The engine's filter for the entries of a post type that the grants open. It may match more than the caller may see,
 * but never less: the records service checks every hit.
 */
export function visibilityFilter(postType: string, grants: readonly Grant[]): string {
  const ways = grants.map(({ shared_with: userId, types, sources }) => [
    ...(userId === undefined ? [] : [`viewers = ${userId}`]),
    ...(types ? [oneOf('type', types)] : []),
    ...(sources ? [oneOf('sources', sources)] : []),
  ]);
  const ofType = `post_type = ${quote(postType)}`;
  if (ways.some((conditions) => conditions.length === 0)) return ofType;
  // No user has the id 0.
  const granted = ways.length === 0 ? 'viewers = 0' : ways.map((all) => all.join(' AND ')).join(' OR ');
  return `${ofType} AND (${granted})`;
}

function oneOf(attribute: string, values: readonly string[]): string {
  return `${attribute} IN [${values.map(quote).join(', ')}]`;
}

/** A text as a quoted value of the filter language. */
function quote(text: string): string {
  return `"${text.replaceAll(/[\\"]/g, '\\$&')}"`;
}
