import { can, type Actor } from '@svc/contracts';

/**
 * The engine's filter for the entries of one post type that the actor may list. It may let
 * through more than records does, never less: records checks every hit.
 */
export function visibilityFilter(postType: string, actor: Actor): string {
  const ofType = `post_type = ${quote(postType)}`;
  if (actor.kind === 'system' || (postType !== 'contacts' && can(actor, `view_any_${postType}`)))
    return ofType;
  const ways = [
    `viewers = ${Math.trunc(actor.userId)}`,
    ...(postType === 'contacts' ? openContacts(actor) : []),
  ];
  return `${ofType} AND (${ways.join(' OR ')})`;
}

/** The contacts an actor may list without a share. */
function openContacts(actor: Actor): string[] {
  if (can(actor, 'view_any_contacts') || can(actor, 'dt_all_access_contacts'))
    return [oneOf('type', ['access', 'user', 'access_placeholder'])];
  return can(actor, 'access_specific_sources') ? contactsOfSources(actor) : [];
}

/** Nothing said, and `all`, are all sources. `restrict_all_sources` is none; no contact has it. */
function contactsOfSources({ allowedSources: sources = [] }: Actor): string[] {
  if (sources.length === 0 || sources.includes('all'))
    return [oneOf('type', ['access', 'access_placeholder'])];
  return [`(${oneOf('type', ['access'])} AND ${oneOf('sources', sources)})`];
}

function oneOf(attribute: string, values: readonly string[]): string {
  return `${attribute} IN [${values.map(quote).join(', ')}]`;
}

/** A text as a value of the filter language, whatever it holds. */
function quote(text: string): string {
  return `"${text.replaceAll(/[\\"]/g, '\\$&')}"`;
}
