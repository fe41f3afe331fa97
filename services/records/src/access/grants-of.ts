import { can, type Actor } from '@svc/contracts';
import { everything, type Grant } from './grant.ts';

/** What may be done to one record, and `list`: what a list shows. */
export type RecordAction = 'view' | 'update' | 'list';

const accessTypes = ['access', 'access_placeholder'];

/** As a user's allowed sources: every source, and none. */
const allSources = 'all';
const noSources = 'restrict_all_sources';

/**
 * Why an actor may view, update or list records of a type (spec 2.10). A share
 * lets its user view and update; `view_any_<type>` is view and update.
 */
export function grantsOf(actor: Actor, action: RecordAction, postType: string): readonly Grant[] {
  if (actor.kind === 'system') return everything;
  const shared: Grant[] = actor.userId > 0 ? [{ kind: 'shared', userId: actor.userId }] : [];
  if (postType === 'contacts') return [...shared, ...contactGrants(actor, action)];
  return mayDoAny(actor, action, postType) ? everything : shared;
}

function mayDoAny(actor: Actor, action: RecordAction, postType: string): boolean {
  if (can(actor, `view_any_${postType}`)) return true;
  if (postType === 'peoplegroups' && can(actor, 'access_peoplegroups')) return true;
  return action === 'update' && can(actor, `update_any_${postType}`);
}

/** Contacts differ: a list never shows other people's private ones, and some capabilities open some types. */
function contactGrants(actor: Actor, action: RecordAction): Grant[] {
  const grants: Grant[] = [];
  if (can(actor, 'view_any_contacts')) {
    grants.push(
      action === 'list' ? { kind: 'contact types', types: [...accessTypes, 'user'] } : { kind: 'all' },
    );
  }
  if (action === 'update' && can(actor, 'update_any_contacts')) grants.push({ kind: 'all' });
  if (can(actor, 'dt_all_access_contacts'))
    grants.push({ kind: 'contact types', types: [...accessTypes, 'user'] });
  else if (can(actor, 'access_specific_sources')) grants.push(...sourceGrants(actor, action));
  if (action !== 'list' && can(actor, 'promote_users'))
    grants.push({ kind: 'contact types', types: ['user'] });
  return grants;
}

/** Of a user who is restricted to some sources, a list shows no placeholders. */
function sourceGrants({ allowedSources = [] }: Actor, action: RecordAction): Grant[] {
  if (allowedSources.length === 0 || allowedSources.includes(allSources))
    return [{ kind: 'contact types', types: accessTypes }];
  const sources = allowedSources.filter((source) => source !== noSources);
  if (sources.length === 0) return [];
  return [{ kind: 'contact sources', types: action === 'list' ? ['access'] : accessTypes, sources }];
}
