import { ServiceError, type ListFilterDeclaration } from '@svc/contracts';
import { parseListQuery } from '../list/parse-list-query.ts';
import { offeredFilters, type OfferedFilter } from './offered-filters.ts';
import type { PostType } from './post-type.ts';

/** What is wrong with the declared filters of a list page, each as the rest of a line that starts with the type's key. */
export function listFilterProblems(postType: PostType): string[] {
  const { tabs, filters } = postType.listFilters;
  const offered = offeredFilters(postType);
  return [
    ...filters.flatMap((declaration) => optionProblems(declaration, postType)),
    ...offered.flatMap((filter) => [
      ...(tabs.has(filter.tab)
        ? []
        : [`it is in the tab ${filter.tab}, which nobody declares`].map(of(filter))),
      ...queryProblems(filter, postType).map(of(filter)),
    ]),
    ...[...tabs].flatMap(([key, { counted_by: countedBy }]) =>
      countedBy === undefined || offered.some(({ ID }) => ID === countedBy)
        ? []
        : [`: the tab ${key} shows the count of ${countedBy}, which is no filter of the list page`],
    ),
  ];
}

const of =
  ({ ID }: Pick<OfferedFilter, 'ID'>) =>
  (problem: string) =>
    `: the filter ${ID} of the list page: ${problem}`;

function optionProblems({ id, each, below = {} }: ListFilterDeclaration, postType: PostType): string[] {
  if (each === undefined) return [];
  const problem = `the field ${each} has no options`;
  return [
    ...(postType.fields.get(each)?.options?.size ? [] : [of({ ID: id })(problem)]),
    ...Object.values(below)
      .flat()
      .flatMap((follower) => optionProblems(follower, postType)),
  ];
}

function queryProblems({ query }: OfferedFilter, postType: PostType): string[] {
  try {
    parseListQuery(query, postType);
    return [];
  } catch (error) {
    if (error instanceof ServiceError) return [`${error.message} (${String(error.data['key'])})`];
    throw error;
  }
}
