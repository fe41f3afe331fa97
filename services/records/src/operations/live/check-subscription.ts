import {
  can,
  checkPostType,
  msg,
  reachesPostType,
  recordsCheckSubscription,
  ServiceError,
  type Actor,
  type Subscription,
} from '@svc/contracts';
import { defineHandler, invalidParam, type Call } from '@svc/service-kit';
import { askedQuery, listedType } from '../../lists/asked-list.ts';
import type { ListDeps } from '../../lists/plan/list-deps.ts';
import { parseListQuery } from '../../query/parse-list-query.ts';
import { loadViewable } from '../../read/load-record.ts';

/** The subscriptions of an event stream: one record, the records of a query, or all records of types that the caller may list. */
export const checkSubscription = defineHandler(recordsCheckSubscription, async (call, deps: ListDeps) => {
  const { id, query, dialect, post_type: keys } = call.input;
  if (id !== undefined) return { subscriptions: [await ofRecord(call, deps, id)] };
  if (query && Object.keys(query).length > 0) {
    const key = onlyType(keys);
    checkPostType(call.actor, key);
    const postType = listedType(call.actor, deps.postTypes, key);
    parseListQuery(await askedQuery(call, deps, postType, { query, dialect }), postType);
    return { subscriptions: [{ post_type: postType.key, query, ...(dialect && { dialect }) }] };
  }
  const listed = keys ?? listedTypes(call.actor, deps);
  const postTypes = [...new Set(listed)].map((key) => {
    checkPostType(call.actor, key);
    return listedType(call.actor, deps.postTypes, key);
  });
  return { subscriptions: postTypes.map(({ key }) => ({ post_type: key })) };
});

/** The keys of the types that an actor may list. */
function listedTypes(actor: Actor, { postTypes }: Pick<ListDeps, 'postTypes'>): string[] {
  const isListed = (key: string) => can(actor, `access_${key}`) && reachesPostType(actor, key);
  return postTypes.all().flatMap(({ key }) => (isListed(key) ? [key] : []));
}

/** @throws ServiceError `get_post` for a record that is missing, or that the caller may not view. */
async function ofRecord(call: Call, deps: ListDeps, id: number): Promise<Subscription> {
  const [found] = await loadViewable(call, deps, [id]);
  if (found) return { post_type: found.postType, id };
  const message = msg`Sorry, you don't have permission to view the ${'record'} with id ${id}.`;
  throw new ServiceError('get_post', message);
}

/** The one type to whose records a list query applies. */
function onlyType(keys: readonly string[] = []): string {
  const [only, ...others] = keys;
  if (only !== undefined && others.length === 0) return only;
  throw invalidParam({ post_type: 'post_type must name exactly one type when the request has filters' });
}
