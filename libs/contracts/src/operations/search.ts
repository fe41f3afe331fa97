import { z } from 'zod';
import { clients, defineOperation } from '../operation.ts';
import { grantSchema } from '../record.ts';

const flag = z.enum(['Y', 'N']);

/** A hit of the global search (docs/search.md#asking). */
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
  /** Only with a requested status: whether the record has it, and its key, or `''`. */
  status_hit: flag.optional(),
  status_hit_value: z.string().optional(),
  /** The definition of the record's status option; `[]` when it is no hit, and when no status was asked for. */
  status: z.union([z.looseObject({ label: z.string() }), z.array(z.never())]),
});

/**
 * The global search (docs/search.md#asking). Absent flags `post`, `comment`, `meta` mean: search all three. `status` marks hits that have it (`all`: that
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
    /** The grants by which the caller may list records of the type; an earlier version of records sends none, which opens no record. */
    grants: z.array(grantSchema).default([]),
  }),
  /** The best matches among those that the caller may list, as far as the index knows. */
  output: z.object({ ids: z.array(z.int()).max(100) }),
  errors: [],
});

/** Every operation of search. */
export const searchOperations = [searchAdvanced, searchSimilarNames] as const;

const id = z.int().min(0);
const count = z.int().min(0);

/** At most as many documents are one page; there are fewer where they are large, and none after the last. */
const limit = z.int().min(1).max(5_000);

/** A comment as the search index stores it. */
export const commentDocumentSchema = z.object({
  id,
  post_type: z.string(),
  record_id: id,
  version: z.int(),
  /** HTML, cut to the length that search stores. */
  content: z.string(),
});

/** A comment as the search index stores it. */
export type CommentDocument = z.infer<typeof commentDocumentSchema>;

/** How much of a comment's text search stores, in UTF-16 code units. */
export const maxSearchedTextLength = 40_000;

/** The current state of comments for the search index, by id or by walking all of them. */
export const commentsSearchDocuments = defineOperation({
  name: 'comments.search_documents',
  kind: 'list',
  audience: 'service',
  callers: ['search'],
  summary: 'Comments as the search index stores them.',
  input: z.union([z.object({ ids: z.array(id).max(1000) }), z.object({ after: id, limit })]),
  output: z.object({ documents: z.array(commentDocumentSchema) }),
  errors: [],
});

const countsByType = z.object({ counts: z.record(z.string(), count) });

/** How many comments there are, for the check of the search index. */
export const commentsSearchCounts = defineOperation({
  name: 'comments.search_counts',
  kind: 'list',
  audience: 'service',
  callers: ['search'],
  summary: 'How many comments there are, by the post type of their records.',
  input: z.object({}),
  output: countsByType,
  errors: [],
});

/** How many records there are, for the check of the search index. */
export const recordsSearchCounts = defineOperation({
  name: 'records.search_counts',
  kind: 'list',
  audience: 'service',
  callers: ['search'],
  summary: 'How many records there are, by post type.',
  input: z.object({}),
  output: countsByType,
  errors: [],
});

/** What both long pieces of work on the index have: times as in `2026-11-22T07:00:00.000Z`. */
const work = {
  begun_at: z.string(),
  /** When it was over; absent while it is not. */
  ended_at: z.string().optional(),
  /** Why it ended without success. */
  failure: z.string().optional(),
  /** What it is waiting for. */
  waits_for: z.string().optional(),
};

const progressSchema = z.object({ done: count, of: count });

/** A rebuild of the search index: the one that runs, or the last one. */
export const rebuildSchema = z.object({
  ...work,
  /** `emptying` is the removal of what was exchanged. */
  state: z.enum(['preparing', 'records', 'comments', 'exchanging', 'emptying', 'done', 'failed']),
  records: progressSchema,
  comments: progressSchema,
  /** How long instances have worked on it, in seconds; times without an instance do not count. */
  seconds: z.number().min(0),
});

/** A rebuild of the search index. */
export type Rebuild = z.infer<typeof rebuildSchema>;

const findingsSchema = z.object({
  /** By post type, as the source and as the index has them, where they were counted. */
  at_source: z.record(z.string(), count),
  in_index: z.record(z.string(), count),
  /** How many were compared, one by one. */
  compared: count,
  missing: count,
  stale: count,
  /** In the index only. */
  left_over: count,
});

/** The result of a check for records, or for comments. */
export type Findings = z.infer<typeof findingsSchema>;

/** A check of the search index: the one that runs, or the last one. All that it finds is repaired. */
export const checkSchema = z.object({
  ...work,
  state: z.enum(['records', 'comments', 'done', 'failed']),
  /** Everything is compared; otherwise samples, and everything where counts differ. */
  is_thorough: z.boolean(),
  records: findingsSchema,
  comments: findingsSchema,
});

/** A check of the search index. */
export type Check = z.infer<typeof checkSchema>;

/** Admin: builds a new index while searches use the current one, and then exchanges the two. One rebuild at a time. */
export const searchRebuild = defineOperation({
  name: 'search.rebuild',
  kind: 'write',
  audience: 'service',
  callers: ['admin'],
  summary: 'Begin to rebuild the search index, unless it is being rebuilt.',
  input: z.object({}),
  output: z.object({ rebuild: rebuildSchema, has_begun: z.boolean() }),
  errors: [],
});

/** Admin: compares the index with records and comments, and repairs it. One at a time. */
export const searchCheck = defineOperation({
  name: 'search.check',
  kind: 'write',
  audience: 'service',
  callers: ['admin'],
  summary: 'Begin to compare the search index with its sources and to repair it, unless that is being done.',
  input: z.object({ is_thorough: z.boolean() }),
  output: z.object({ check: checkSchema, has_begun: z.boolean() }),
  errors: [],
});

/** Admin: how far the index is behind, what is wrong with it, and which repairs are under way. */
export const searchStatus = defineOperation({
  name: 'search.status',
  kind: 'read',
  audience: 'service',
  callers: ['admin'],
  summary: 'Lag and drift of the search index.',
  input: z.object({}),
  output: z.object({
    lag: z.object({
      /** Events that are not handled yet. */
      events: count,
      /** Jobs that wait or are worked on. */
      jobs: count,
      /** Age of the oldest of them in seconds; absent where there are none. */
      oldest_job: z.number().min(0).optional(),
      /** Jobs that are not tried any more. */
      set_aside: count,
      /** Tasks that the engine has taken and not carried out yet; absent while it does not answer. */
      engine_tasks: count.optional(),
    }),
    rebuild: rebuildSchema.optional(),
    check: checkSchema.optional(),
    /** When the next check begins by itself; absent where none does. */
    next_check_at: z.string().optional(),
  }),
  errors: [],
});

/** The operations that rebuild and check the search index. */
export const searchIndexOperations = [
  searchRebuild,
  searchCheck,
  searchStatus,
  recordsSearchCounts,
  commentsSearchDocuments,
  commentsSearchCounts,
] as const;
