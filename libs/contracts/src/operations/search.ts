import { z } from 'zod';
import { clients, defineOperation } from '../operation.ts';
import { grantSchema } from '../record.ts';

const flag = z.enum(['Y', 'N']);

/** A hit of the global search (spec 4.1). */
export const searchHitSchema = z.object({
  ID: z.int(),
  post_title: z.string(),
  post_type: z.string(),
  /** `YYYY-MM-DD HH:MM:SS`. */
  post_date: z.string(),
  post_hit: flag,
  comment_hit: flag,
  comment_hit_content: z.string(),
  meta_hit: flag,
  meta_hit_value: z.string(),
  /** Only when a status was asked for: whether the record has it, and which that is; `''` when it has not. */
  status_hit: flag.optional(),
  status_hit_value: z.string().optional(),
  /** The definition of the record's status option; `[]` when it is no hit, and when no status was asked for. */
  status: z.union([z.looseObject({ label: z.string() }), z.array(z.never())]),
});

/**
 * Spec 4.1, global search. Absent flags `post`, `comment`, `meta` mean: search all three. `status` marks hits that have it (`all`: that
 * have any; then, unless `archived`, those in the status that the type's archived records have are left out).
 */
export const searchAdvanced = defineOperation({
  name: 'search.advanced',
  kind: 'list',
  audience: 'caller',
  callers: clients,
  summary: 'Search records of all types by name, comment and channel.',
  input: z.object({
    query: z.string(),
    post_type: z.string(),
    offset: z.coerce.number().int().min(0).default(0),
    post: z.boolean().optional(),
    comment: z.boolean().optional(),
    meta: z.boolean().optional(),
    status: z.string().optional(),
    archived: z.boolean().optional(),
  }),
  output: z.object({
    hits: z.array(
      z.object({
        post_type: z.string(),
        post_type_label_singular: z.string(),
        posts: z.array(searchHitSchema),
        /** How many of this type are in this answer, all that were found, and how many come after these. */
        total: z.int(),
        total_count: z.int(),
        remaining_count: z.int(),
        has_more: z.boolean(),
        /** Where the next page begins. */
        offset: z.int(),
      }),
    ),
    total_hits: z.int(),
  }),
  errors: [],
});

/** The names that may be written in another way: for possible duplicates, which records compares itself. */
export const searchSimilarNames = defineOperation({
  name: 'search.similar_names',
  kind: 'list',
  audience: 'caller',
  callers: ['records'],
  summary: 'Records of a post type whose names begin with a name, or are similar to it.',
  input: z.object({
    post_type: z.string(),
    name: z.string(),
    /** The record that has the name. */
    except: z.int(),
    /** Why the caller may list records of the type; an earlier version says nothing, which opens nothing. */
    grants: z.array(grantSchema).default([]),
  }),
  /** The best matches among those that the caller may list, as far as the index knows. */
  output: z.object({ ids: z.array(z.int()).max(100) }),
  errors: [],
});

/** Every operation of search. */
export const searchOperations = [searchAdvanced, searchSimilarNames] as const;
