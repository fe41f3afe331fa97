import { z } from 'zod';
import { keyText, lineText, longText } from '../text-bounds.ts';
import { defineAdminOperation, defineClientOperation, defineOperation } from '../operation.ts';
import { grantSchema } from '../record.ts';

const flag = z.enum(['Y', 'N']);

/** A hit of the global search (docs/guides/search.md#request). */
const searchHitSchema = z.object({
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
  /** Present when the request has a `status`: whether the record has it, and its key or `''`. */
  status_hit: flag.optional(),
  status_hit_value: z.string().optional(),
  /** The definition of the record's status option; `[]` when it does not match, and when the request has no `status`. */
  status: z.union([z.looseObject({ label: z.string() }), z.array(z.never())]),
});

/**
 * The global search (docs/guides/search.md#request). Without the flags `post`, `comment` and `meta` it searches all three. `status` marks hits with
 * this status, `all` marks hits with any. With `all`, archived records are left out unless `archived` is set.
 */
export const searchAdvanced = defineClientOperation({
  name: 'search.advanced',
  kind: 'list',
  summary: 'Search records of all types by name, comment and channel.',
  input: z.object({
    query: longText,
    post_type: keyText,
    offset: z.coerce.number().int().min(0).default(0),
    post: z.boolean().optional(),
    comment: z.boolean().optional(),
    meta: z.boolean().optional(),
    status: keyText.optional(),
    archived: z.boolean().optional(),
  }),
  output: z.object({
    hits: z.array(
      z.object({
        post_type: z.string(),
        post_type_label_singular: z.string(),
        posts: z.array(searchHitSchema),
        /** The number of hits of this type in this answer, of all that were found, and of those after this answer. */
        total: z.int(),
        total_count: z.int(),
        remaining_count: z.int(),
        has_more: z.boolean(),
        /** The offset of the next page. */
        offset: z.int(),
      }),
    ),
    total_hits: z.int(),
  }),
});

/** Finds records with similar names: candidates for possible duplicates, which records compares itself. */
export const searchSimilarNames = defineOperation({
  name: 'search.similar_names',
  kind: 'list',
  audience: 'caller',
  callers: ['records'],
  summary: 'Records of a post type whose names begin with a name, or are similar to it.',
  input: z.object({
    post_type: keyText,
    name: lineText,
    /** The id of the record with this name, which the answer leaves out. */
    except: z.int(),
    /** The grants by which the caller may list records of the type. Earlier versions of records send none, which opens no record. */
    grants: z.array(grantSchema).default([]),
  }),
  /** The best matches among the records that the caller may list by the state of the index. */
  output: z.object({ ids: z.array(z.int()).max(100) }),
});

const id = z.int().min(0);
const count = z.int().min(0);

/** The maximum number of documents of a page. A page of large documents has fewer; an empty page is the end. */
const limit = z.int().min(1).max(5_000);

const commentDocumentSchema = z.object({
  id,
  post_type: z.string(),
  record_id: id,
  version: z.int(),
  /** HTML, cut to `maxSearchedTextLength`. */
  content: z.string(),
});

/** A comment as the search index stores it. */
export type CommentDocument = z.infer<typeof commentDocumentSchema>;

/** The maximum length of a comment's text in the search index, in UTF-16 code units. */
export const maxSearchedTextLength = 40_000;

/** The current state of comments for the search index: of the given ids, or of all comments page by page in the order of ids. */
export const commentsSearchDocuments = defineOperation({
  name: 'comments.search_documents',
  kind: 'list',
  callers: ['search'],
  summary: 'Comments as the search index stores them.',
  input: z.union([z.object({ ids: z.array(id).max(1000) }), z.object({ after: id, limit })]),
  output: z.object({ documents: z.array(commentDocumentSchema) }),
});

const countsByType = z.object({ counts: z.record(z.string(), count) });

/** The number of comments by post type, for the check of the search index. */
export const commentsSearchCounts = defineOperation({
  name: 'comments.search_counts',
  kind: 'list',
  callers: ['search'],
  summary: 'The number of comments, by the post type of their records.',
  input: z.object({}),
  output: countsByType,
});

/** The number of records by post type, for the check of the search index. */
export const recordsSearchCounts = defineOperation({
  name: 'records.search_counts',
  kind: 'list',
  callers: ['search'],
  summary: 'The number of records, by post type.',
  input: z.object({}),
  output: countsByType,
});

/** The common part of a rebuild and a check. Times have the form `2026-11-22T07:00:00.000Z`. */
const work = {
  begun_at: z.string(),
  /** When the work ended; absent while it runs. */
  ended_at: z.string().optional(),
  /** Why the work failed. */
  failure: z.string().optional(),
  /** The reason why the work waits, while it makes no progress. */
  waits_for: z.string().optional(),
};

const progressSchema = z.object({ done: count, of: count });

const rebuildSchema = z.object({
  ...work,
  /** `exchanging` puts the new indexes in place of the old ones, `emptying` removes the old ones. */
  state: z.enum(['preparing', 'records', 'comments', 'exchanging', 'emptying', 'done', 'failed']),
  records: progressSchema,
  comments: progressSchema,
  /** How long instances have worked on the rebuild, in seconds; time without a working instance does not count. */
  seconds: z.number().min(0),
});

/** The current rebuild of the search index, or the last one. */
export type Rebuild = z.infer<typeof rebuildSchema>;

const findingsSchema = z.object({
  /** Numbers by post type at the source and in the index, for the types that were counted. */
  at_source: z.record(z.string(), count),
  in_index: z.record(z.string(), count),
  /** The number of documents that were compared individually. */
  compared: count,
  missing: count,
  stale: count,
  /** The number of documents that only the index has. */
  left_over: count,
});

/** The findings of a check, for records or for comments. */
export type Findings = z.infer<typeof findingsSchema>;

/** The current check of the search index, or the last one. A check repairs everything that it finds. */
export const checkSchema = z.object({
  ...work,
  state: z.enum(['records', 'comments', 'done', 'failed']),
  /** Whether all documents are compared. Otherwise samples are, and all documents only when numbers differ or a sample is wrong. */
  is_thorough: z.boolean(),
  records: findingsSchema,
  comments: findingsSchema,
});

/** A check of the search index: see `checkSchema`. */
export type Check = z.infer<typeof checkSchema>;

/** For callers with `manage_dt`: begins to build a new index while searches use the current one; the new one then replaces it. Only one rebuild runs at a time. */
export const searchRebuild = defineOperation({
  name: 'search.rebuild',
  kind: 'write',
  isAdministration: true,
  audience: 'caller',
  callers: ['gateway', 'admin'],
  summary: 'Begin to rebuild the search index, unless a rebuild is running.',
  input: z.object({}),
  output: z.object({ rebuild: rebuildSchema, has_begun: z.boolean() }),
  errors: ['rest_forbidden'],
});

/** Admin: begins to compare the index with records and comments and to repair it. Only one check runs at a time. */
export const searchCheck = defineAdminOperation({
  name: 'search.check',
  kind: 'write',
  summary: 'Begin to compare the search index with its sources and to repair it, unless a check is running.',
  input: z.object({ is_thorough: z.boolean() }),
  output: z.object({ check: checkSchema, has_begun: z.boolean() }),
});

/** Admin: cancels the rebuild or check that is under way. Searches go on with the current index. */
export const searchCancel = defineAdminOperation({
  name: 'search.cancel',
  kind: 'write',
  summary: 'Cancel the rebuild or check of the search index that is under way.',
  input: z.object({ work: z.enum(['rebuild', 'check']) }),
  /** `cancelled`: false when none was under way. */
  output: z.object({ cancelled: z.boolean() }),
});

/** For callers with `manage_dt`: the lag of the search index, and the current or last rebuild and check. */
export const searchStatus = defineOperation({
  name: 'search.status',
  kind: 'read',
  isAdministration: true,
  audience: 'caller',
  callers: ['gateway', 'admin'],
  summary: 'Lag and drift of the search index.',
  input: z.object({}),
  output: z.object({
    lag: z.object({
      /** Events that have not been handled. */
      events: count,
      /** Indexing jobs that wait or run. */
      jobs: count,
      /** The age of the oldest of these jobs, in seconds; absent when there are none. */
      oldest_job: z.number().min(0).optional(),
      /** Jobs that failed and are no longer retried. */
      set_aside: count,
      /** Tasks that the engine has accepted and not finished; absent while it does not answer. */
      engine_tasks: count.optional(),
    }),
    rebuild: rebuildSchema.optional(),
    check: checkSchema.optional(),
    /** When the next scheduled check begins; absent when checks are not scheduled. */
    next_check_at: z.string().optional(),
  }),
  errors: ['rest_forbidden'],
});
