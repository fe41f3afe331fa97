import { msg, ServiceError, type Fields } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import { accessTo } from '../access/record-access.ts';
import type { UserNames } from '../model/person.ts';
import { resolveKey } from '../model/post-type.ts';
import type { NestedFields, NestedRecords } from './nested-fields.ts';
import { presentItems } from './present-page.ts';
import type { ReadDeps } from './read-deps.ts';

/** Maximum number of records that the paths of one request lead to. */
export const maxExpanded = 5_000;

type ExpandCall = Pick<Call, 'ask' | 'actor' | 'deadline'>;
type Item = Record<string, unknown>;

/** An item, or a connected record within one, and the fields of it that are expanded. */
interface Holder {
  readonly item: Item;
  readonly nested: readonly NestedFields[];
}

/** A user or connected record as its field shows it, and the fields that are added. */
interface Reached<Nested extends NestedFields = NestedFields> {
  readonly item: Item;
  readonly nested: Nested;
}

/**
 * Adds the fields to which paths lead to the connected records and users of items. Each level of connections takes one query for each type
 * of records on it. Records that the caller may not view stay as the connection shows them.
 * @throws ServiceError `search_viewable_post` when the paths lead to too many records.
 */
export async function expandItems(
  call: ExpandCall,
  deps: ReadDeps,
  items: readonly Fields[],
  nested: readonly NestedFields[],
): Promise<void> {
  let level: readonly Holder[] = items.map((item) => ({ item, nested }));
  let room = maxExpanded;
  while (level.some((holder) => holder.nested.length > 0)) {
    const reached = level.flatMap(reachedFrom);
    const records = reached.filter((each): each is Reached<NestedRecords> => each.nested.kind === 'records');
    const users = reached.filter(({ nested: { kind } }) => kind === 'user');
    room -= new Set(records.map(({ item }) => item['ID'])).size;
    if (room < 0) throw tooMany();
    const [found, people] = await Promise.all([
      loadReached(call, deps, records),
      deps.people.names(
        call,
        users.map(({ item }) => Number(item['id'])),
      ),
    ]);
    for (const { item } of users) addUser(item, people);
    level = records.flatMap(({ item, nested: of }) => {
      const fields = found.get(of.target.key)?.get(Number(item['ID']));
      if (!fields) return [];
      for (const key of of.keys) addField(item, key, fields[resolveKey(of.target, key)]);
      return [{ item, nested: of.nested }];
    });
  }
}

function reachedFrom({ item, nested }: Holder): Reached[] {
  return nested.flatMap((each) => {
    const shown = item[each.key];
    const all = Array.isArray(shown) ? shown : [shown];
    return all.flatMap((one: unknown) => (isItem(one) ? [{ item: one, nested: each }] : []));
  });
}

function isItem(value: unknown): value is Item {
  return typeof value === 'object' && value !== null;
}

/** The items of connected records that the caller may view, by type and id. */
async function loadReached(
  call: ExpandCall,
  deps: ReadDeps,
  records: readonly Reached<NestedRecords>[],
): Promise<ReadonlyMap<string, ReadonlyMap<number, Fields>>> {
  const byType = Map.groupBy(records, ({ nested: { target } }) => target);
  const loaded = [...byType].map(async ([postType, all]) => {
    const ids = [...new Set(all.map(({ item }) => Number(item['ID'])))];
    const shown = [...new Set(all.flatMap(({ nested }) => nested.fields))];
    const access = accessTo(call, deps, postType, 'view');
    const { items } = await presentItems(call, deps, { postType, ids, shown, access });
    return [postType.key, new Map(items.map((item) => [Number(item['ID']), item]))] as const;
  });
  return new Map(await Promise.all(loaded));
}

/** Several connections may show the same record: each gets values of its own, to which the next level adds. */
function addField(item: Item, key: string, value: unknown): void {
  if (value !== undefined) item[key] = structuredClone(value);
}

function addUser(item: Item, people: UserNames): void {
  const avatar = people.get(Number(item['id']))?.avatar;
  if (avatar !== undefined) item['avatar'] = avatar;
}

function tooMany(): ServiceError {
  const message = msg`fields_to_return leads to more than ${maxExpanded} records; request fewer records, or shorter paths`;
  return new ServiceError('search_viewable_post', message, {
    status: 400,
    data: { key: 'fields_to_return' },
  });
}
