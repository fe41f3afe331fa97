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

/** A tab of the list page as an extension declares it. */
export const listTabDeclarationSchema = z.strictObject({
  label: z.string(),
  /** Low ones come first. */
  order: z.int(),
  /** The id of the filter whose count the tab shows. */
  counted_by: z.string().optional(),
});

/** A tab of the list page as an extension declares it: see `listTabDeclarationSchema`. */
export type ListTabDeclaration = z.infer<typeof listTabDeclarationSchema>;

/** A filter of the list page as an extension declares it; `{ each: <key_select> }` declares one for each of its options. */
export interface ListFilterDeclaration {
  /** With `each` the beginning of the ids: `my` for `my_active`. */
  readonly id: string;
  readonly tab: string;
  /** With `each` the options' labels. */
  readonly name?: string | undefined;
  /** With `each` the option is added to it, inside `fields` when that is a list. */
  readonly query: Readonly<Record<string, unknown>>;
  /** Its name alone when absent. With `each` the option's label is put before them. */
  readonly labels?: readonly FilterLabel[] | undefined;
  /** How far it is indented. */
  readonly subfilter?: number | undefined;
  /** The key of a key_select. */
  readonly each?: string | undefined;
  /** Filters that follow that of an option, by option. */
  readonly below?: Readonly<Record<string, readonly ListFilterDeclaration[]>> | undefined;
  /** Shown only to users with one of these. */
  readonly capabilities?: readonly string[] | undefined;
  /** Shown only while a record matches. */
  readonly hide_empty?: boolean | undefined;
}

/** A filter of the list page as an extension declares it: see `ListFilterDeclaration`. */
export const listFilterDeclarationSchema: z.ZodType<ListFilterDeclaration> = z.strictObject({
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

/** A tab as clients get it (docs/saved-filters.md). */
export const listTabSchema = z.object({
  key: z.string(),
  label: z.string(),
  order: z.int(),
  count: z.int().optional(),
});

/** A filter as clients read it. Without `count`, counting took too long or makes no sense for it. */
export const listFilterSchema = z.looseObject({
  ID: z.string(),
  tab: z.string(),
  name: z.string(),
  query: listQuerySchema,
  count: z.int().optional(),
  /** How far it is indented; true is once. */
  subfilter: z.union([z.int(), z.boolean()]).optional(),
  labels: z.array(filterLabelSchema),
});

/** A filter as clients get it: see `listFilterSchema`. */
export type ListFilter = z.infer<typeof listFilterSchema>;

/** Tabs and filters of a list page. */
export const listFiltersSchema = z.object({
  tabs: z.array(listTabSchema),
  filters: z.array(listFilterSchema),
});

/** The tab that every post type has, with the filters that its users have saved. */
export const savedFiltersTab = 'custom';
