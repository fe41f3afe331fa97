import { z } from 'zod';
import { listFiltersSchema } from '../list-filters.ts';
import { dialectSchema, listQuerySchema } from '../list-query.ts';
import { defineOperation, extensionHosts } from '../operation.ts';

/** Queries of one request; the most filters that a user may have saved for a post type. */
export const mostCountedLists = 50;

/**
 * How many records each of several lists has for the caller, in their order. A query that is none is told by the parameter
 * that is wrong; a count that would take longer than the caller waits is null, and so is one of `dt_recent`.
 */
export const recordsCountLists = defineOperation({
  name: 'records.count_lists',
  kind: 'list',
  audience: 'caller',
  callers: extensionHosts,
  summary: 'The totals of several list queries.',
  input: z.object({
    post_type: z.string(),
    queries: z.array(listQuerySchema).max(mostCountedLists),
    /** Only whether they are list queries of the type: nothing is counted. */
    only_check: z.boolean().optional(),
    dialect: dialectSchema,
  }),
  output: z.object({
    lists: z.array(
      z.object({
        count: z.int().nullable(),
        problem: z.object({ message: z.string(), key: z.string() }).optional(),
      }),
    ),
  }),
  errors: ['search_viewable_post'],
});

/** What the modules and extensions that are on offer on the list page of a type, counted for the caller. */
export const recordsListFilters = defineOperation({
  name: 'records.list_filters',
  kind: 'list',
  audience: 'caller',
  callers: extensionHosts,
  summary: 'The declared tabs and filters of the list page of a post type, with counts.',
  input: z.object({ post_type: z.string(), dialect: dialectSchema }),
  output: listFiltersSchema,
  errors: ['search_viewable_post'],
});
