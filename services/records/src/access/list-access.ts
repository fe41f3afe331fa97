import { type Fields, type Grant, msg, reachesPostType, ServiceError } from '@svc/contracts';
import type { HookCaller, HookEngine } from '@svc/service-kit';
import type { Filters } from '../query/list-query.ts';
import { parseListQuery } from '../query/parse-list-query.ts';
import type { PostType } from '../model/post-type.ts';
import { everything } from './grant.ts';
import { grantsOf } from './grants-of.ts';

const hook = 'svc_filter_access_permissions';

/** Which records a list may show: granted ones that also meet the conditions. */
export interface ListAccess {
  readonly grants: readonly Grant[];
  /** Conditions set by extensions; undefined where there are none. */
  readonly conditions?: Filters;
}

/**
 * Which records lists of a type show to a caller. An extension's filter gets the grants as conditions in the list language,
 * of which a record has to meet one, and its answer replaces them.
 * @throws ServiceError `extension_refused` for conditions that the list language does not know.
 */
export async function listAccess(
  call: HookCaller,
  { hooks }: { readonly hooks: HookEngine },
  postType: PostType,
): Promise<ListAccess> {
  const { actor } = call;
  const grants = grantsOf(actor, 'list', postType);
  const isOpenToHooks = actor.kind !== 'system' && reachesPostType(actor, postType.key);
  if (!isOpenToHooks || !hooks.hasFilters(hook)) return { grants };
  const permissions = await hooks.filter(hook, { actor }, permissionsOf(grants), postType.key);
  if (permissions.length === 0) return { grants: [] };
  const isOpen = permissions.some((permission) => Object.keys(permission).length === 0);
  return { grants: everything, ...(isOpen ? {} : { conditions: parse(permissions, postType) }) };
}

/** Grants in the list language; every record meets one without keys. */
function permissionsOf(grants: readonly Grant[]): Fields[] {
  return grants.map(({ shared_with: userId, types, sources }) => ({
    ...(userId === undefined ? {} : { shared_with: ['me'] }),
    ...(types && { type: types }),
    ...(sources && { sources }),
  }));
}

function parse(permissions: readonly Fields[], postType: PostType): Filters {
  try {
    return parseListQuery({ fields: [permissions] }, postType).filters;
  } catch (cause) {
    if (!(cause instanceof ServiceError)) throw cause;
    const message = msg`Extensions filter ${postType.key} in ${hook} with an invalid list query: ${cause.message}`;
    throw new ServiceError('extension_refused', message, { data: { ...cause.data, hook }, cause });
  }
}
