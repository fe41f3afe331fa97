import { z } from 'zod';
import { keyText } from '../text-bounds.ts';
import { listFiltersSchema } from '../list-filters.ts';
import { dialectSchema, listLimits, listQuerySchema } from '../list-query.ts';
import { defineClientOperation, defineOperation, extensionHosts } from '../operation.ts';

const postType = keyText;
const searched = z.string().max(listLimits.text);

const compactItemSchema = z.object({
  ID: z.int(),
  name: z.string(),
  /** For people groups: the name again. */
  label: z.string().optional(),
  /** Present when the record represents a user. */
  user: z.literal(true).optional(),
  /** The status of a contact that has one. */
  status: z.object({ key: z.string(), label: z.string(), color: z.string().optional() }).optional(),
});

/** A record in a picker (docs/guides/picking.md#compact-list). */
export type CompactItem = z.infer<typeof compactItemSchema>;

/** Up to 50 records to pick from (docs/guides/picking.md#compact-list). */
export const recordsCompact = defineClientOperation({
  name: 'records.compact',
  kind: 'list',
  summary: 'Records for a picker, by a part of their name or by id.',
  input: z.object({
    post_type: postType,
    s: searched.optional(),
    /** The key of the connection field for which the user picks. */
    field_key: keyText.optional(),
    /** Whether the contacts include those of users. Default true. */
    include_users: z.boolean().optional(),
    dialect: dialectSchema,
  }),
  /** `total` counts the collected records, of which `posts` are the first 50. */
  output: z.object({ total: z.int(), posts: z.array(compactItemSchema) }),
  errors: ['get_viewable_compact', 'search_viewable_post', 'fields_to_sql'],
});

/** The values of a field with options or tags in existing records (docs/guides/picking.md#values-of-a-field). */
export const recordsMultiSelectValues = defineClientOperation({
  name: 'records.multi_select_values',
  kind: 'list',
  summary: 'Values of records in a field with options or tags.',
  input: z.object({ post_type: postType, field: keyText, s: searched.optional() }),
  output: z.array(z.string()),
  errors: ['get_multi_select_options', 'search_viewable_post', 'fields_to_sql'],
});

/** A list query; some clients send an empty one as an empty array. */
const filtersOfList = z.union([listQuerySchema, z.array(z.never())]).optional();

/** The number of records of a list for each value of a field (docs/guides/picking.md#splitting-a-list). */
export const recordsSplitBy = defineClientOperation({
  name: 'records.split_by',
  kind: 'list',
  summary: 'The number of records of a list by value of a field.',
  input: z.object({
    post_type: postType,
    field_id: keyText.optional(),
    filters: filtersOfList,
    dialect: dialectSchema,
  }),
  output: z.array(z.object({ value: z.string(), count: z.string(), label: z.string() })),
  errors: ['split_by', 'search_viewable_post', 'fields_to_sql'],
});

const generationSchema = z.object({
  /** 0 for a record that the caller may not view, and that leads to one that they may. */
  id: z.int(),
  name: z.string(),
  /** The key of the status; empty without one. */
  status: z.string(),
  /** 1 for a record that the caller may view. */
  shared: z.union([z.literal(0), z.literal(1)]),
  /** `Gen` and the distance from the first record. */
  content: z.string(),
  /** The next generation, in the same form. */
  children: z.array(z.unknown()),
  /** Whether connections lead from the record back to one above it, which is not repeated. */
  has_infinite_loop: z.boolean(),
});

/** A record in a tree of generations. */
export interface Generation extends z.infer<typeof generationSchema> {
  children: Generation[];
}

/** The generations below a record: the records that a connection links to it, those that it links to them, and so on. */
export const recordsGenerations = defineClientOperation({
  name: 'records.generations',
  kind: 'list',
  summary: 'The tree of generations below a record.',
  input: z.object({
    post_type: postType,
    /** The key of a connection between records of the type. */
    p2p_type: keyText,
    /** The direction of the field that shows the children. */
    p2p_direction: z.enum(['from', 'to', 'any']),
    /** The first record; 0 or absent for the contact of the caller. */
    focus_id: z.coerce.number().int().min(0).optional(),
    gen_depth_limit: z.coerce.number().int().min(1).max(100).default(100),
    show_archived: z.boolean().optional(),
  }),
  output: z.object({
    /** Empty without a record. */
    genmap: z.union([generationSchema, z.looseObject({})]),
    /** Always empty: the tree has no values of further fields. */
    data_layers: z.array(z.never()),
  }),
  errors: ['search_viewable_post'],
});

/** The periods by which dates are aggregated. */
export const periods = ['day', 'week', 'month', 'quarter', 'year'] as const;

/** The levels at which places are aggregated: countries, and the parts of them. */
export const placeLevels = ['admin0', 'admin1', 'admin2', 'admin3', 'admin4', 'admin5'] as const;

/** The limits of an aggregation (docs/guides/numbers.md#limits). */
export const aggregateLimits = { groupBy: 2, measures: 20, groups: 1_000 } as const;

const groupSchema = z.looseObject({
  field: keyText,
  /** For dates; by default `day`. */
  by: z.enum(periods).optional(),
  /** For places; by default each place by itself. */
  level: z.enum(placeLevels).optional(),
});

const measureSchema = z.looseObject({
  count: z.literal(true).optional(),
  sum: keyText.optional(),
  average: keyText.optional(),
  min: keyText.optional(),
  max: keyText.optional(),
});

const byField = z.record(z.string(), z.number().nullable()).optional();

/** Numbers about the records of a list, by groups of values (docs/guides/numbers.md). */
export const recordsAggregate = defineClientOperation({
  name: 'records.aggregate',
  kind: 'list',
  summary: 'Counts, sums, averages and extremes of the records of a list, by values, dates or places.',
  input: z.object({
    post_type: postType,
    filters: filtersOfList,
    group_by: z
      .array(z.union([keyText, groupSchema]))
      .max(aggregateLimits.groupBy)
      .optional(),
    measures: z.array(measureSchema).max(aggregateLimits.measures).optional(),
    dialect: dialectSchema,
  }),
  output: z.object({
    groups: z.array(
      z.object({
        /** By field; null for records without a value. */
        keys: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
        labels: z.record(z.string(), z.string()),
        count: z.int(),
        /** By field; of no values 0. */
        sum: z.record(z.string(), z.number()).optional(),
        /** By field; of no values null, like `min` and `max`. */
        average: byField,
        min: byField,
        max: byField,
      }),
    ),
    /** The number of records of the list. */
    total: z.int(),
    /** Whether there are more groups, with fewer records each. */
    has_more: z.boolean(),
  }),
  errors: ['search_viewable_post', 'fields_to_sql'],
});

/** The maximum number of queries in a request, and of saved filters of a user for a post type. */
export const maxCountedLists = 50;

/**
 * The totals of several lists for the caller, in the order of `queries`. An invalid query has a `problem` with the key of the wrong
 * parameter. A count is null when it would take too long, and for `dt_recent`.
 */
export const recordsCountLists = defineOperation({
  name: 'records.count_lists',
  kind: 'list',
  audience: 'caller',
  callers: extensionHosts,
  summary: 'The totals of several list queries.',
  input: z.object({
    post_type: keyText,
    queries: z.array(listQuerySchema).max(maxCountedLists),
    /** Whether the queries are only checked, and not counted. */
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

/** The list filters of active modules and extensions for a post type, with counts for the caller. */
export const recordsListFilters = defineOperation({
  name: 'records.list_filters',
  kind: 'list',
  audience: 'caller',
  callers: extensionHosts,
  summary: 'The declared tabs and filters of the list page of a post type, with counts.',
  input: z.object({ post_type: keyText, dialect: dialectSchema }),
  output: listFiltersSchema,
  errors: ['search_viewable_post'],
});
