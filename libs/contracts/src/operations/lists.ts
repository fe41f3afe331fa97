import { z } from 'zod';
import { dialectSchema, listLimits, listQuerySchema } from '../list-query.ts';
import { clients, defineOperation } from '../operation.ts';

const postType = z.string();
const searched = z.string().max(listLimits.text);

/** A record as pickers show it (spec 4.1, compact list). */
export const compactItemSchema = z.object({
  ID: z.int(),
  name: z.string(),
  /** Of people groups: the name once more. */
  label: z.string().optional(),
  /** Only where the record stands for a user. */
  user: z.literal(true).optional(),
  /** Of contacts that have one. */
  status: z.object({ key: z.string(), label: z.string(), color: z.string().optional() }).optional(),
});

/** A record as pickers show it. */
export type CompactItem = z.infer<typeof compactItemSchema>;

/** Spec 4.1, compact list. */
export const recordsCompact = defineOperation({
  name: 'records.compact',
  kind: 'list',
  audience: 'caller',
  callers: clients,
  summary: 'Records to pick from, by a part of their name or by id.',
  input: z.object({
    post_type: postType,
    s: searched.optional(),
    /** The key of the connection field that is picked for. */
    field_key: z.string().optional(),
    /** Whether users are among the contacts. Default true. */
    include_users: z.boolean().optional(),
  }),
  /** `total` is how many were put together, of which `posts` are the first 50. */
  output: z.object({ total: z.int(), posts: z.array(compactItemSchema) }),
  errors: ['get_viewable_compact', 'search_viewable_post', 'fields_to_sql'],
});

/** Spec 4.1, multi-select values. */
export const recordsMultiSelectValues = defineOperation({
  name: 'records.multi_select_values',
  kind: 'list',
  audience: 'caller',
  callers: clients,
  summary: 'Values that records hold in a field with options or tags.',
  input: z.object({ post_type: postType, field: z.string(), s: searched.optional() }),
  output: z.array(z.string()),
  errors: ['get_multi_select_options', 'search_viewable_post', 'fields_to_sql'],
});

/** Decisions, "Paths": `POST <type>/split_by`. */
export const recordsSplitBy = defineOperation({
  name: 'records.split_by',
  kind: 'list',
  audience: 'caller',
  callers: clients,
  summary: 'How many records of a list hold which value of a field.',
  input: z.object({
    post_type: postType,
    field_id: z.string().optional(),
    /** A list query; some clients send an empty one as an empty array. */
    filters: z.union([listQuerySchema, z.array(z.never())]).optional(),
    dialect: dialectSchema,
  }),
  output: z.array(z.object({ value: z.string(), count: z.string(), label: z.string() })),
  errors: ['split_by', 'search_viewable_post', 'fields_to_sql'],
});

/** The operations of records that look at many of them, besides the list itself. */
export const listsOperations = [recordsCompact, recordsMultiSelectValues, recordsSplitBy] as const;
