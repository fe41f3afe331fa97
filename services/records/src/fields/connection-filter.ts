import type { ConnectionSearch } from '../connections/connection-search.ts';
import { anyLink, linkTo } from '../connections/links.ts';
import { endOf, type End } from '../connections/side.ts';
import { shown, type Condition, type Field, type LateCondition, type ParsedFilter } from './field-type.ts';
import { mostValues } from './values-write.ts';

/** The records that a filter asks for: with any connection, with one of these, or with the caller's own contact. */
interface Wanted {
  any: boolean;
  me: boolean;
  readonly ids: number[];
}

/**
 * Records connected with any of the given ids and with none of those with `-` before them; `*` is any connection, `-*` and
 * no operand none, `me` the contact that stands for the caller (spec 4.2).
 */
export function connectionFilter(operand: unknown, field: Field): ParsedFilter {
  const operands = Array.isArray(operand) ? (operand as unknown[]) : [operand];
  if (operands.length > mostValues) return { problem: `at most ${mostValues} operands: ${field.key}` };
  const included: Wanted = { any: false, me: false, ids: [] };
  const excluded: Wanted = { any: operands.length === 0, me: false, ids: [] };
  for (const each of operands) {
    const text = typeof each === 'number' || typeof each === 'string' ? String(each).trim() : '';
    const [, minus = '', word = ''] = /^(-?)(\*|me|\d{1,15})$/.exec(text) ?? [];
    if (word === '')
      return { problem: `${field.key} is filtered by ids of records, "*" or "me", received ${shown(each)}` };
    const wanted = minus ? excluded : included;
    if (word === '*') wanted.any = true;
    else if (word === 'me') wanted.me = true;
    else wanted.ids.push(Number(word));
  }
  const end = endOf(field);
  return {
    condition: {
      resolve: (search) => conditionOf(end, { included, excluded }, search),
      ...onlyOne(end, operands.length, included),
    },
  };
}

function onlyOne(end: End, operands: number, { ids: [id] }: Wanted): Pick<LateCondition, 'connectedWith'> {
  return operands === 1 && id !== undefined ? { connectedWith: { end, id } } : {};
}

async function conditionOf(
  end: End,
  { included, excluded }: { included: Wanted; excluded: Wanted },
  search: ConnectionSearch,
): Promise<Condition> {
  const conditions: Condition[] = [];
  if (included.any || included.me || included.ids.length > 0)
    conditions.push(await connectedWith(end, included, search));
  if (excluded.any) conditions.push({ links: { $ne: anyLink(end) } });
  if (excluded.me || excluded.ids.length > 0)
    conditions.push({ $nor: [await connectedWith(end, { ...excluded, any: false }, search)] });
  return conditions.length === 1 ? (conditions[0] as Condition) : { $and: conditions };
}

async function connectedWith(end: End, wanted: Wanted, search: ConnectionSearch): Promise<Condition> {
  if (wanted.any) return { links: anyLink(end) };
  const contact = wanted.me ? await search.callersContact() : undefined;
  const ids = [...new Set([...wanted.ids, ...(contact === undefined ? [] : [contact])])];
  const words = ids.map((id) => linkTo(end, id));
  const link = { links: words.length === 1 ? words[0] : { $in: words } };
  const wellConnected = await search.wellConnected(end, ids);
  return wellConnected.length === 0 ? link : { $or: [link, { _id: { $in: wellConnected } }] };
}
