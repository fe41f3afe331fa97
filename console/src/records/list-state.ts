import { addressOf } from '../address/address.ts';
import { defaultColumns, type PostTypeSettings } from '../settings/settings.ts';

/** A query in the list language (docs/reference/list-query.md). */
export type ListQuery = Readonly<Record<string, unknown>>;

/** Everything that a list page shows. It is in the address, so that a list can be kept and sent. */
export interface ListState {
  /** The saved filter that the query came from. */
  readonly filter?: string | undefined;
  readonly query: ListQuery;
  readonly text: string;
  readonly page: number;
  readonly columns: readonly string[];
  /** What the chart of the list shows, such as `overall_status.bars`. */
  readonly chart?: string | undefined;
}

export const pageSize = 50;

/** The address of a list. */
export function listAddress(postType: string, state: Partial<ListState>): string {
  const { filter, query, text, page, columns, chart } = state;
  return addressOf([postType], {
    ...(filter && { filter }),
    ...(query && Object.keys(query).length > 0 && { query: JSON.stringify(query) }),
    ...(text && { text }),
    ...(page && { page: String(page) }),
    ...(columns && { columns: columns.join(',') }),
    ...(chart && { chart }),
  });
}

/** What an address asks for. Whatever is not understood counts as absent. */
export function listStateOf(parameters: URLSearchParams, settings: PostTypeSettings): ListState {
  const columns = parameters
    .get('columns')
    ?.split(',')
    .filter((key) => key in settings.fields);
  return {
    filter: parameters.get('filter') ?? undefined,
    query: parsed(parameters.get('query')),
    text: parameters.get('text') ?? '',
    page: Math.max(0, Math.trunc(Number(parameters.get('page')))) || 0,
    columns: columns?.length ? columns : defaultColumns(settings),
    chart: parameters.get('chart') ?? undefined,
  };
}

function parsed(text: string | null): ListQuery {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as ListQuery) : {};
  } catch {
    return {};
  }
}

/** The request of a page of the list. */
export function listRequest({ query, text, page, columns }: ListState): object {
  return {
    ...query,
    ...(text && { text }),
    fields_to_return: columns,
    offset: page * pageSize,
    limit: pageSize,
  };
}

/** Turns the order by a column on: upwards, and downwards if it is upwards already. */
export function sortedBy(query: ListQuery, column: string): ListQuery {
  return { ...query, sort: query['sort'] === column ? `-${column}` : column };
}

/** The conditions of a query at its top level, by field: those that the filter panel shows one for one. */
export function conditionsOf(query: ListQuery, { fields }: PostTypeSettings): (readonly [string, unknown])[] {
  return Object.entries(query).filter(([key]) => key in fields && key !== 'sort');
}

/** The query with another condition for a field; without one where it is undefined. */
export function withCondition(query: ListQuery, key: string, operand: unknown): ListQuery {
  const { [key]: _former, ...others } = query;
  return operand === undefined ? others : { ...others, [key]: operand };
}

/** The key of the groups of a query: under a number, the level of OR (docs/reference/list-query.md#trees). */
const groupsKey = '0';

/** The groups of conditions of which a record meets one. */
export function groupsOf({ [groupsKey]: groups }: ListQuery): readonly ListQuery[] {
  return Array.isArray(groups) ? (groups as ListQuery[]) : [];
}

/** The query with another group at an index; without the group where it has no conditions. */
export function withGroup(query: ListQuery, index: number, group: ListQuery): ListQuery {
  const groups = [...groupsOf(query)];
  groups[index] = group;
  const kept = groups.filter((each) => Object.keys(each).length > 0);
  return withCondition(query, groupsKey, kept.length > 0 ? kept : undefined);
}
