import type { Message } from '@svc/contracts';
import type { ConnectionSearch, Condition, FilterResult, ParsedFilter } from '../../model/filter.ts';
import { allTests } from '../../model/index-test.ts';
import { anyLinkTerm, linkTerm } from '../../model/links.ts';
import { endOf } from '../../model/side.ts';
import type { End } from '../../model/edge.ts';
import type { DeclaredField } from '../../model/field-type/declared-field.ts';
import { signedWords } from '../shared/filter-operands.ts';

/** The records that a filter asks for: with any connection, with one of these, or with the caller's own contact. */
interface ConnectionOperands {
  readonly any: boolean;
  readonly me: boolean;
  readonly ids: readonly number[];
}

const what: Message = 'ids of records, "*" or "me"';
const words = { pattern: /^(\*|me|\d{1,15})$/, what };

/**
 * Filters by connected records (docs/reference/list-query.md#filters): a record must be connected to one of the ids and to none of those with `-`;
 * `*` is any connection, `-*` or an empty array none, `me` the contact that stands for the caller.
 */
export function connectionFilter(operand: unknown, field: DeclaredField): ParsedFilter {
  const given = signedWords(operand, field, words);
  if ('problem' in given) return given;
  const included = operandsOf(given.included);
  const isUnset = given.included.length + given.excluded.length === 0;
  const excluded = isUnset ? operandsOf(['*']) : operandsOf(given.excluded);
  const end = endOf(field);
  return {
    filter: {
      matchesUnset: !isIncluding(included),
      resolve: ({ search }) => conditionOf(end, { included, excluded }, search),
    },
  };
}

function operandsOf(operands: readonly string[]): ConnectionOperands {
  const ids = operands.filter((word) => word !== '*' && word !== 'me').map(Number);
  return { any: operands.includes('*'), me: operands.includes('me'), ids };
}

function isIncluding({ any, me, ids }: ConnectionOperands): boolean {
  return any || me || ids.length > 0;
}

async function conditionOf(
  end: End,
  { included, excluded }: { included: ConnectionOperands; excluded: ConnectionOperands },
  search: ConnectionSearch,
): Promise<FilterResult> {
  const wanted = isIncluding(included) ? await connectedWith(end, included, search) : undefined;
  const conditions: Condition[] = wanted ? [wanted.condition] : [];
  const tests = wanted ? [wanted.test] : [];
  if (excluded.any) {
    conditions.push({ linkTerms: { $ne: anyLinkTerm(end) } });
    tests.push(undefined);
  }
  if (excluded.me || excluded.ids.length > 0) {
    const unwanted = await connectedWith(end, { ...excluded, any: false }, search);
    conditions.push({ $nor: [unwanted.condition] });
    tests.push(unwanted.test && { kind: 'not', of: unwanted.test });
  }
  const condition = conditions.length === 1 ? (conditions[0] as Condition) : { $and: conditions };
  return { ...wanted, condition, test: allTests(tests) };
}

async function connectedWith(
  end: End,
  wanted: ConnectionOperands,
  search: ConnectionSearch,
): Promise<FilterResult> {
  if (wanted.any)
    return { condition: { linkTerms: anyLinkTerm(end) }, candidates: { linkTerms: [anyLinkTerm(end)] } };
  const contact = wanted.me ? await search.callersContact() : undefined;
  const ids = [...new Set([...wanted.ids, ...(contact === undefined ? [] : [contact])])];
  const connected = await search.connectedIds?.(end, ids);
  if (connected)
    return {
      condition: { _id: { $in: connected } },
      candidates: { ids: connected },
      test: { kind: 'ids', ids: connected },
    };
  const links = ids.map((id) => linkTerm(end, id));
  const link = { linkTerms: { $in: links } };
  const wellConnected = await search.wellConnected(end, ids);
  return {
    condition: wellConnected.length === 0 ? link : { $or: [link, { _id: { $in: wellConnected } }] },
    candidates: { linkTerms: links, ids: wellConnected },
  };
}
