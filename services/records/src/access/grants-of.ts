import { can, type Actor } from '@svc/contracts';
import type { Grant } from './grant.ts';

/** What may be done to one record, and `list`: what a list shows. */
export type RecordAction = 'view' | 'update' | 'list';

const accessTypes = ['access', 'access_placeholder'];

/**
 * Why an actor may view, update or list records of a type (facts of permission rules 4.1 and 4.3, spec 2.10). A share
 * lets its user view and update; `view_any_<type>` is view and update.
 */
export function grantsOf(actor: Actor, action: RecordAction, postType: string): readonly Grant[] {
  if (actor.kind === 'system') return [{ kind: 'all' }];
  const shared: Grant[] = actor.userId > 0 ? [{ kind: 'shared', userId: actor.userId }] : [];
  if (postType === 'contacts') return [...shared, ...contactGrants(actor, action)];
  return mayDoAny(actor, action, postType) ? [{ kind: 'all' }] : shared;
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
  if (can(actor, 'access_specific_sources')) grants.push({ kind: 'contact types', types: accessTypes });
  if (action !== 'list' && can(actor, 'promote_users'))
    grants.push({ kind: 'contact types', types: ['user'] });
  return grants;
}
