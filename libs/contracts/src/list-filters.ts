import { z } from 'zod';
import { listQuerySchema } from './list-query.ts';

/** One label of a filter of the list page; `id` and `field` name the part of the query that it describes. */
export const filterLabelSchema = z.looseObject({
  id: z.union([z.string(), z.number()]).optional(),
  name: z.string(),
  field: z.string().optional(),
});

/** One label of a filter of the list page: see `filterLabelSchema`. */
export type FilterLabel = z.infer<typeof filterLabelSchema>;

const listTabDeclarationSchema = z.strictObject({
  label: z.string(),
  /** Tabs with a lower order come first. */
  order: z.int(),
  /** The id of the filter whose count the tab shows. */
  counted_by: z.string().optional(),
});

/** A tab of the list page as an extension declares it. */
export type ListTabDeclaration = z.infer<typeof listTabDeclarationSchema>;

/** A filter of the list page as an extension declares it. With `each` it declares one filter for each option of a key_select. */
export interface ListFilterDeclaration {
  /** The id; with `each` the prefix of the ids: `my` for `my_active`. */
  readonly id: string;
  readonly tab: string;
  /** The name; with `each` the filters have the labels of the options. */
  readonly name?: string | undefined;
  /** The list query; with `each` the option is added to it, inside `fields` when that is a list. */
  readonly query: Readonly<Record<string, unknown>>;
  /** The labels; only the name when absent. With `each` the label of the option comes first. */
  readonly labels?: readonly FilterLabel[] | undefined;
  /** The level of indentation. */
  readonly subfilter?: number | undefined;
  /** The key of a key_select, for one filter for each of its options. */
  readonly each?: string | undefined;
  /** With `each`: filters that follow the filter of an option, by option. */
  readonly below?: Readonly<Record<string, readonly ListFilterDeclaration[]>> | undefined;
  /** The filter is shown only to users with one of these capabilities. */
  readonly capabilities?: readonly string[] | undefined;
  /** Whether the filter is shown only while a record matches. */
  readonly hide_empty?: boolean | undefined;
}

/** The schema of `ListFilterDeclaration`. */
const listFilterDeclarationSchema: z.ZodType<ListFilterDeclaration> = z.strictObject({
  id: z.string().min(1),
  tab: z.string(),
  name: z.string().optional(),
  query: listQuerySchema,
  labels: z.array(filterLabelSchema).optional(),
  subfilter: z.int().optional(),
  each: z.string().optional(),
  below: z.lazy(() => z.record(z.string(), z.array(listFilterDeclarationSchema))).optional(),
  capabilities: z.array(z.string()).optional(),
  hide_empty: z.boolean().optional(),
});

/** The tabs (by key) and filters (in order) of the list page of a post type. */
export const listFiltersDeclarationSchema = z.strictObject({
  tabs: z.record(z.string(), listTabDeclarationSchema).optional(),
  filters: z.array(listFilterDeclarationSchema).optional(),
});

/** The tabs and filters of a list page: see `listFiltersDeclarationSchema`. */
export interface ListFiltersDeclaration {
  readonly tabs?: Readonly<Record<string, ListTabDeclaration>> | undefined;
  readonly filters?: readonly ListFilterDeclaration[] | undefined;
}

/** A tab as clients get it (docs/guides/saved-filters.md). */
const listTabSchema = z.object({
  key: z.string(),
  label: z.string(),
  order: z.int(),
  count: z.int().optional(),
});

const listFilterSchema = z.looseObject({
  ID: z.string(),
  tab: z.string(),
  name: z.string(),
  /** As it was declared or saved. */
  query: z.record(z.string(), z.unknown()),
  count: z.int().optional(),
  /** `1` unless the user hides it. */
  visible: z.unknown(),
  /** `default`, or the type that the client saved. */
  type: z.unknown(),
  /** The level of indentation; `true` is one level. */
  subfilter: z.union([z.int(), z.boolean()]).optional(),
  labels: z.array(filterLabelSchema),
});

/** A filter as clients get it. `count` is absent when counting took too long or the filter cannot be counted. */
export type ListFilter = z.infer<typeof listFilterSchema>;

/** The tabs and filters of a list page, as clients get them. */
export const listFiltersSchema = z.object({
  tabs: z.array(listTabSchema),
  filters: z.array(listFilterSchema),
});

/** The key of the tab with the user's saved filters, which every post type has. */
export const savedFiltersTab = 'custom';
