import { can, type Actor, type Grant } from '@svc/contracts';
import type { PostType } from '../model/post-type.ts';
import { everything } from './grant.ts';

/** What may be done to one record, and `list`: what a list shows. */
export type RecordAction = 'view' | 'update' | 'list';

/** As much of a post type as says what is granted. */
export type GrantingType = Pick<PostType, 'key' | 'grants'>;

/** As a user's allowed sources: every source, and none. */
const allSources = 'all';
const noSources = 'restrict_all_sources';

/**
 * Why an actor may view, update or list records of a type (docs/adr/0007-access.md). A share
 * lets its user view and update; `view_any_<type>` is view and update, unless the type declares other grants.
 */
export function grantsOf(actor: Actor, action: RecordAction, postType: GrantingType): readonly Grant[] {
  if (actor.kind === 'system') return everything;
  const { allowedSources = [] } = actor;
  const sources = allowedSources.filter((source) => source !== noSources);
  const isLimited = allowedSources.length > 0 && !allowedSources.includes(allSources);
  const held = (postType.grants ?? grantsOfAny(postType.key)).filter(
    ({ capability, actions = [action], limited = isLimited }) =>
      can(actor, capability) && actions.includes(action) && limited === isLimited,
  );
  if (held.some(({ types }) => !types)) return everything;
  const open = [...new Set(held.flatMap(({ types = [], limited }) => (limited ? [] : types)))];
  // What is open whatever its source needs no other reason.
  const ofSources = held.filter(
    ({ types = [] }) => sources.length > 0 && types.some((type) => !open.includes(type)),
  );
  return [
    ...(actor.userId > 0 ? [{ shared_with: actor.userId }] : []),
    ...(open.length > 0 ? [{ types: open }] : []),
    ...ofSources.map(({ types = [] }) => ({ types, sources })),
  ];
}

/** What capabilities open of a type that declares nothing else. */
function grantsOfAny(key: string): NonNullable<PostType['grants']> {
  return [{ capability: `view_any_${key}` }, { capability: `update_any_${key}`, actions: ['update'] }];
}
