import { type ListFilterDeclaration, type ListQuery, ServiceError } from '@svc/contracts';
import { didYouMean } from '@svc/service-kit';
import type { PostType } from '../model/post-type.ts';
import { parseListQuery } from '../query/parse-list-query.ts';
import { offeredFilters } from './offered-filters.ts';
import type { Report } from './origins.ts';

/** Reports mistakes in the declared tabs and filters of a list page. */
export function checkListFilters(postType: PostType, report: Report): void {
  const { tabs, filters } = postType.listFilters;
  const mistake = (problem: string) => report(['listFilters'], problem);
  for (const declaration of filters) checkOptions(declaration, postType, mistake);
  for (const id of repeatedIds(filters)) mistake(`the filter ${id}: another filter has the same id`);
  const offered = offeredFilters(postType);
  for (const { ID, tab, query } of offered) {
    if (!tabs.has(tab))
      mistake(`the filter ${ID}: unknown tab ${tab}${didYouMean(tab, tabs.keys(), 'tabs')}`);
    for (const problem of queryProblems(query, postType)) mistake(`the filter ${ID}: ${problem}`);
  }
  const ids = offered.map(({ ID }) => ID);
  for (const [key, { counted_by: countedBy }] of tabs)
    if (countedBy !== undefined && !ids.includes(countedBy))
      mistake(
        `the tab ${key} shows the count of ${countedBy}, which must be a filter of the list page${didYouMean(countedBy, ids, 'filters')}`,
      );
}

function checkOptions(
  { id, each, below = {} }: ListFilterDeclaration,
  postType: PostType,
  mistake: (problem: string) => void,
): void {
  if (each === undefined) return;
  const options = postType.fields.get(each)?.options;
  const withOptions = [...postType.fields.values()].filter((field) => field.options.size > 0);
  const keys = withOptions.map(({ key }) => key);
  if (!options?.size)
    mistake(
      `the filter ${id}: each names ${each}, which must be a field with options${didYouMean(each, keys, 'fields with options')}`,
    );
  for (const [option, followers] of Object.entries(below)) {
    if (options?.size && !options.has(option))
      mistake(
        `the filter ${id}: below names ${option}, which must be an option of ${each}${didYouMean(option, options.keys(), 'options')}`,
      );
    for (const follower of followers) checkOptions(follower, postType, mistake);
  }
}

/** Filters of the same id are told apart by their field if they have one for each of its options. */
function repeatedIds(filters: readonly ListFilterDeclaration[]): Set<string> {
  const ids = filters.filter(({ each }) => each === undefined).map(({ id }) => id);
  return new Set(ids.filter((id, index) => ids.indexOf(id) < index));
}

function queryProblems(query: ListQuery, postType: PostType): string[] {
  try {
    parseListQuery(query, postType);
    return [];
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const key = String(error.data['key']);
    const hint = postType.fields.has(key) ? '' : didYouMean(key, postType.fields.keys(), 'fields');
    return [`${error.message} (${key})${hint}`];
  }
}
