import type { ListFilter, ListFilterDeclaration } from '@svc/contracts';
import type { PostType } from '../model/post-type.ts';

/** A filter of a list page before its records are counted. */
interface OfferedFilter extends ListFilter {
  readonly capabilities: readonly string[] | undefined;
  readonly hideEmpty: boolean;
}

/** The filters of a post type's list page, with one for each option of fields named by `each`. Their IDs are unique. */
export function offeredFilters({ fields, listFilters }: PostType): OfferedFilter[] {
  const taken = new Set<string>();
  return listFilters.filters
    .flatMap((declaration) => expand(declaration, fields))
    .map(({ otherID, ...filter }) => {
      const ID = taken.has(filter.ID) ? otherID : filter.ID;
      taken.add(ID);
      return { ...filter, ID };
    });
}

/** The second ID is used if two fields have an option of the same key. */
type Expanded = OfferedFilter & { readonly otherID: string };

function expand(declaration: ListFilterDeclaration, fields: PostType['fields']): Expanded[] {
  const { each, id, name = id, query, labels = [], below = {} } = declaration;
  if (each === undefined)
    return [expanded(declaration, { ID: id, otherID: id, name, query, labels: withName(labels, id, name) })];
  return [...(fields.get(each)?.options ?? [])].flatMap(([option, { label }]) => [
    expanded(declaration, {
      ID: `${id}_${option}`,
      otherID: `${id}_${each}_${option}`,
      name: label,
      query: withCondition(query, each, option),
      labels: [{ id: option, name: label, field: each }, ...labels],
    }),
    ...(below[option] ?? []).flatMap((follower) => expand(follower, fields)),
  ]);
}

/** The front end shows visible filters alone, and keeps the default ones apart from those that users save. */
const shownByDefault = { visible: '1', type: 'default' };

function expanded(
  { tab, subfilter, capabilities, hide_empty: hideEmpty = false }: ListFilterDeclaration,
  own: Pick<Expanded, 'ID' | 'otherID' | 'name' | 'query' | 'labels'>,
): Expanded {
  return {
    ...own,
    ...shownByDefault,
    tab,
    capabilities,
    hideEmpty,
    ...(subfilter === undefined ? {} : { subfilter }),
  };
}

function withName(labels: readonly ListFilter['labels'][number][], id: string, name: string) {
  return labels.length > 0 ? [...labels] : [{ id, name }];
}

/** If a query has `fields`, filters beside them are ignored (docs/reference/list-query.md#parameters), so the condition is added to `fields`. */
function withCondition(query: ListFilterDeclaration['query'], key: string, option: string) {
  const { fields } = query;
  const condition = { [key]: [option] };
  return Array.isArray(fields)
    ? { ...query, fields: [...(fields as readonly unknown[]), condition] }
    : { ...query, ...condition };
}
