import { can, type Actor } from '@svc/contracts';

/**
 * The engine's filter for the entries of one post type that the actor may list. It may let
 * through more than records does, never less: records checks every hit.
 */
export function visibilityFilter(postType: string, actor: Actor): string {
  const ofType = `post_type = ${quote(postType)}`;
  const types = postType === 'contacts' ? openContactTypes(actor) : undefined;
  if (!types && (actor.kind === 'system' || can(actor, `view_any_${postType}`))) return ofType;
  const ways = [`viewers = ${Math.trunc(actor.userId)}`];
  if (types && types.length > 0) ways.push(`type IN [${types.map(quote).join(', ')}]`);
  return `${ofType} AND (${ways.join(' OR ')})`;
}

/** The contact types an actor may list without a share; which of their sources, records decides. */
function openContactTypes(actor: Actor): readonly string[] | undefined {
  if (actor.kind === 'system') return undefined;
  if (can(actor, 'view_any_contacts') || can(actor, 'dt_all_access_contacts'))
    return ['access', 'user', 'access_placeholder'];
  return can(actor, 'access_specific_sources') ? ['access', 'access_placeholder'] : [];
}

/** A text as a value of the filter language, whatever it holds. */
function quote(text: string): string {
  return `"${text.replaceAll(/[\\"]/g, '\\$&')}"`;
}
