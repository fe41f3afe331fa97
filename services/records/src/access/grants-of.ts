import { can, reachesPostType, type Actor, type Grant } from '@svc/contracts';
import type { PostType } from '../model/post-type.ts';
import { everything } from './grant.ts';

/** An action on one record, or `list`: being shown in a list. */
export type RecordAction = 'view' | 'update' | 'list';

export type GrantingType = Pick<PostType, 'key' | 'grants'>;

/** Special values of a user's allowed sources: every source, and none. */
const allSources = 'all';
const noSources = 'restrict_all_sources';

/**
 * The grants by which an actor may view, update or list records of a type (docs/adr/0007-access.md). A share
 * lets its user view and update; so does `view_any_<type>`, unless the type declares other grants.
 */
export function grantsOf(actor: Actor, action: RecordAction, postType: GrantingType): readonly Grant[] {
  if (actor.kind === 'system') return everything;
  if (!reachesPostType(actor, postType.key)) return [];
  const { allowedSources = [] } = actor;
  const sources = allowedSources.filter((source) => source !== noSources);
  const isLimited = allowedSources.length > 0 && !allowedSources.includes(allSources);
  const held = (postType.grants ?? grantsOfAny(postType.key)).filter(
    ({ capability, actions = [action], limited = isLimited }) =>
      can(actor, capability) && actions.includes(action) && limited === isLimited,
  );
  if (held.some(({ types }) => !types)) return everything;
  const open = [...new Set(held.flatMap(({ types = [], limited }) => (limited ? [] : types)))];
  // Types that are open for every source need no further grant.
  const ofSources = held.filter(
    ({ types = [] }) => sources.length > 0 && types.some((type) => !open.includes(type)),
  );
  return [
    ...(actor.userId > 0 ? [{ shared_with: actor.userId }] : []),
    ...(open.length > 0 ? [{ types: open }] : []),
    ...ofSources.map(({ types = [] }) => ({ types, sources })),
  ];
}

/** The grants of a type that declares none. */
function grantsOfAny(key: string): NonNullable<PostType['grants']> {
  return [{ capability: `view_any_${key}` }, { capability: `update_any_${key}`, actions: ['update'] }];
}
