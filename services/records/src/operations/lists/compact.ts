import { can, recordsCompact, ServiceError, type InputOf } from '@svc/contracts';
import { defineHandler, type Call } from '@svc/service-kit';
import { pickAll } from '../../access/pick-access.ts';
import { accessTo } from '../../access/record-access.ts';
import { findNamed, type NameSearch } from '../../pickers/find-named.ts';
import {
  compactItem,
  compactPaths,
  findGranted,
  findOffered,
  isUser,
  type CompactRecord,
} from '../../pickers/compact-records.ts';
import { findUsersContacts } from '../../pickers/find-users-contacts.ts';
import type { ListDeps } from '../../lists/plan/list-deps.ts';
import { foldText } from '../../model/fold-text.ts';
import type { ListCall } from '../../lists/plan/visible-list.ts';
import type { PostType } from '../../model/post-type.ts';

type CompactCall = Call<InputOf<typeof recordsCompact>> & ListCall;
type Records = readonly CompactRecord[];

const maxPicked = 50;

/** Recent and chosen records suffice if there are more of them than this. */
const tooFew = 2;

/** Records to pick from: see docs/guides/picking.md#compact-list. */
export const compact = defineHandler(recordsCompact, async (received, deps: ListDeps) => {
  const call: CompactCall = { ...received, asOf: performance.now() };
  const postType = deps.postTypes.get(call.input.post_type);
  const listsAll = can(call.actor, `list_all_${postType.key}`);
  if (!listsAll && !can(call.actor, `access_${postType.key}`))
    throw new ServiceError('get_viewable_compact', 'You do not have access to these contacts', {
      status: 403,
    });
  const text = (call.input.s ?? '').trim();
  const [named, found, users] = await Promise.all([
    findById(call, deps, postType, text),
    text === ''
      ? offered(call, deps, postType, listsAll)
      : newestNamed(call, deps, postType, { text, listsAll }),
    showsUsers(call, postType) ? findUsersContacts(call, deps, postType, text) : [],
  ]);
  const others = [...found, ...users];
  const isOrdered = postType.userField !== undefined && text !== '';
  const all = onlyOnce([...named, ...(isOrdered ? inOrder(others, postType, text) : others)]);
  // Clients of the older API show the status of records of every type.
  const shown = call.input.dialect === 'reference' ? { ...postType, pickedWithStatus: true } : postType;
  const posts = all.slice(0, maxPicked).map((record) => compactItem(record, deps, shown));
  return { total: all.length, posts };
});

/** The record with this number as its id. */
async function findById(call: CompactCall, deps: ListDeps, postType: PostType, text: string) {
  if (!/^\d{1,15}$/.test(text)) return [];
  const access = accessTo(call, deps, postType, 'view');
  return (await findGranted(call, deps, postType, { ids: [Number(text)], access })).values();
}

/** Last modified first. */
function newestNamed(
  call: CompactCall,
  deps: ListDeps,
  postType: PostType,
  asked: Pick<NameSearch<CompactRecord>, 'text' | 'listsAll'>,
): Promise<Records> {
  return findNamed<CompactRecord>(call, deps, postType, {
    ...asked,
    order: '-last_modified',
    most: maxPicked,
    paths: compactPaths(postType),
    fromIndex: (record) => record,
  });
}

async function offered(
  call: CompactCall,
  deps: ListDeps,
  postType: PostType,
  listsAll: boolean,
): Promise<Records> {
  const access = listsAll ? pickAll : accessTo(call, deps, postType, 'view');
  const recent = await findOffered(call, deps, postType, { fieldKey: call.input.field_key, access });
  return onlyOnce(recent).length > tooFew
    ? recent
    : newestNamed(call, deps, postType, { text: '', listsAll });
}

/** Callers who see all records find the users' contacts among them; callers without access to the type may not know users. */
function showsUsers({ actor, input }: CompactCall, { key, userField }: PostType): boolean {
  const isAsked = userField !== undefined && input.include_users !== false;
  return isAsked && can(actor, `access_${key}`) && !can(actor, `view_any_${key}`);
}

/** Users first, then records with exactly this name, then the others. */
function inOrder(records: Records, postType: PostType, text: string): Records {
  const folded = foldText(text);
  const place = (record: CompactRecord) => {
    if (isUser(record, postType)) return 0;
    return foldText(record.name) === folded ? 1 : 2;
  };
  return records.toSorted((one, other) => place(one) - place(other));
}

function onlyOnce(records: Records): Records {
  const seen = new Set<number>();
  return records.filter(({ _id }) => !seen.has(_id) && seen.add(_id));
}
