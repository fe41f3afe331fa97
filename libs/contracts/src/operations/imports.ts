import { z } from 'zod';
import { defineOperation } from '../operation.ts';

/** Which installation something comes from: its address, without a slash at the end. */
const source = z.string().min(1).max(500);
const sourceId = z.int().min(1);
const seconds = z.int();
const postType = z.string();
const fields = z.record(z.string(), z.unknown());

/** What became of something that was sent; `gone` was imported before and deleted here since. */
const outcome = z.enum(['created', 'changed', 'unchanged', 'known', 'gone', 'refused']);

/** What of a record could not be taken over, and why. */
export const importProblemSchema = z.object({ field: z.string(), reason: z.string() });

/** A record of another installation, its values in the form in which clients write them. */
export const importedRecordSchema = z.object({
  source_id: sourceId,
  /** A user of this installation; 0 for nobody. */
  author_id: z.int().min(0),
  created_at: seconds,
  last_modified: seconds,
  fields,
  /** The private values of one user in the record. */
  private_values: z.object({ user_id: z.int().min(1), fields }).optional(),
  /** Users of this installation. */
  shared_with: z.array(z.int().min(1)).max(10_000),
});

/** Records with values, authors, dates and shares as another installation has them; without their connections. To be sent again without harm. */
export const recordsImport = defineOperation({
  name: 'records.import_records',
  kind: 'write',
  audience: 'service',
  callers: ['admin'],
  summary: 'Take over records of another installation.',
  input: z.object({ source, post_type: postType, records: z.array(importedRecordSchema).min(1).max(100) }),
  output: z.object({
    records: z.array(
      z.object({
        source_id: sourceId,
        id: z.int().nullable(),
        outcome,
        problems: z.array(importProblemSchema),
      }),
    ),
  }),
  errors: [],
});

/** Connections between records that were imported. Those to records that were not are answered. To be sent again without harm. */
export const recordsImportConnections = defineOperation({
  name: 'records.import_connections',
  kind: 'write',
  audience: 'service',
  callers: ['admin'],
  summary: 'Connect records that were taken over from another installation.',
  input: z.object({
    source,
    post_type: postType,
    connections: z
      .array(
        z.object({
          source_id: sourceId,
          field: z.string(),
          other_id: sourceId,
          meta: z.record(z.string(), z.string()).optional(),
        }),
      )
      .min(1)
      .max(500),
  }),
  output: z.object({
    made: z.int(),
    /** Places in the input of what could not be connected. */
    left_out: z.array(z.object({ index: z.int(), reason: z.enum(['record', 'field']) })),
  }),
  errors: [],
});

/** One row of a record's history at another installation, with users of this one. */
export const importedRowSchema = z.object({
  /** The number of the row there: the order among equal times. */
  source_id: sourceId,
  time: seconds,
  user_id: z.int().min(0),
  user_name: z.string(),
  user_role: z.string(),
  action: z.string().min(1),
  object_subtype: z.string(),
  object_name: z.string(),
  object_note: z.string(),
  meta_id: z.int().min(0),
  meta_key: z.string(),
  /** Of connections the id of the other record at the source. */
  meta_value: z.string(),
  old_value: z.string(),
  field_type: z.string(),
  /** Whether lists show it. */
  listed: z.boolean(),
});

/** A row of history that comes from another installation: see `importedRowSchema`. */
export type ImportedRow = z.infer<typeof importedRowSchema>;

/** Rows of the history of an imported record. Those that are there already stay. */
export const recordsImportHistory = defineOperation({
  name: 'records.import_history',
  kind: 'write',
  audience: 'service',
  callers: ['admin'],
  summary: 'Take over the history of a record of another installation.',
  input: z.object({ source, source_id: sourceId, rows: z.array(importedRowSchema).min(1).max(1_000) }),
  /** `left_out`: rows that name a record that was not imported. */
  output: z.object({ added: z.int(), left_out: z.int() }),
  errors: [],
});

/** Which records of this installation were imported as which ones of another. */
export const recordsImported = defineOperation({
  name: 'records.imported',
  kind: 'read',
  audience: 'service',
  callers: ['admin'],
  summary: 'The records that were taken over from another installation, by their ids there.',
  input: z.object({ source, source_ids: z.array(sourceId).max(1_000) }),
  output: z.object({ records: z.array(z.object({ source_id: sourceId, id: z.int() })) }),
  errors: [],
});

/** A file that a record has at another installation, and where it goes here. */
const importedFile = {
  source,
  post_type: postType,
  record_id: z.int().min(1),
  /** The field, or the key of the comment's meta. */
  meta_key: z.string().min(1).max(200),
  of_comment: z.boolean(),
  /** Identifies the file among those of the record at the source, and never changes. */
  file_id: z.string().min(1).max(2_000),
};

/** What became of a file: its key here, also where it was deleted since; `refused` with the reason. */
const importedFileSchema = z.object({
  outcome: z.enum(['created', 'unchanged', 'gone', 'refused']),
  key: z.string().nullable(),
  reason: z.string().optional(),
});

/** Begins the import of a file; a file that was imported before is not read again. An upload whose import was killed begins again. */
export const recordsBeginFileImport = defineOperation({
  name: 'records.begin_file_import',
  kind: 'write',
  audience: 'service',
  callers: ['admin'],
  summary: 'Begin to take over a file of another installation.',
  input: z.object(importedFile),
  output: z.union([
    importedFileSchema,
    /** For `records.upload_chunk`, as file 0, and the largest file that is taken. */
    z.object({ outcome: z.literal('wanted'), upload_id: z.string(), max_bytes: z.int() }),
  ]),
  errors: ['storage_unavailable'],
});

/** The file is checked as one that is uploaded; the record gets it without history of its own. To be sent again without harm. */
export const recordsFinishFileImport = defineOperation({
  name: 'records.finish_file_import',
  kind: 'write',
  audience: 'service',
  callers: ['admin'],
  summary: 'Take over a file of another installation.',
  input: z.object({
    ...importedFile,
    upload_id: z.string().max(100),
    name: z.string().min(1).max(1_000),
    size: z.int().min(0),
    /** It went on beyond `max_bytes`. */
    is_cut: z.boolean(),
    /** Now, when absent. */
    uploaded_at: seconds.optional(),
    /** The user of this installation who attached it to a comment; 0 for nobody. */
    uploader_id: z.int().min(0),
  }),
  output: importedFileSchema,
  errors: ['storage_unavailable'],
});

/** What records do to take over those of another installation. */
export const recordsImportOperations = [
  recordsImport,
  recordsImportConnections,
  recordsImportHistory,
  recordsImported,
  recordsBeginFileImport,
  recordsFinishFileImport,
] as const;

/** A comment of another installation, with users of this one. */
export const importedCommentSchema = z.object({
  source_id: sourceId,
  author_id: z.int().min(0),
  author_name: z.string(),
  date: seconds,
  content: z.string(),
  type: z.string(),
  meta: z.array(z.object({ key: z.string(), value: z.string() })),
  reactions: z.array(z.object({ key: z.string(), user_id: z.int().min(1), name: z.string() })),
});

/** Comments with dates, authors and reactions as another installation has them. To be sent again without harm. */
export const commentsImport = defineOperation({
  name: 'comments.import_comments',
  kind: 'write',
  audience: 'service',
  callers: ['admin'],
  summary: 'Take over comments of another installation.',
  input: z.object({
    source,
    post_type: postType,
    record_id: z.int().min(1),
    comments: z.array(importedCommentSchema).min(1).max(200),
  }),
  output: z.object({
    created: z.int(),
    changed: z.int(),
    unchanged: z.int(),
    problems: z.array(z.object({ source_id: sourceId, reason: z.string() })),
  }),
  errors: [],
});

/** A user of another installation. */
export const importedUserSchema = z.object({
  source_id: sourceId,
  username: z.string(),
  email: z.string(),
  display_name: z.string(),
  roles: z.array(z.string()),
  locale: z.string(),
});

/**
 * Users of another installation. A user with the same name or address here is taken for the same user, and does not change; others are created, without a
 * password that anybody knows and without a contact, which is imported like any other.
 */
export const usersImport = defineOperation({
  name: 'users.import_users',
  kind: 'write',
  audience: 'service',
  callers: ['admin'],
  summary: 'Take over users of another installation.',
  input: z.object({ source, users: z.array(importedUserSchema).min(1).max(50) }),
  output: z.object({
    users: z.array(
      z.object({ source_id: sourceId, id: z.int().nullable(), outcome, reason: z.string().optional() }),
    ),
  }),
  errors: [],
});

/** Which roles there are. */
export const usersRoles = defineOperation({
  name: 'users.roles',
  kind: 'read',
  audience: 'service',
  callers: ['admin'],
  summary: 'The keys of all roles.',
  input: z.object({}),
  output: z.object({ roles: z.array(z.string()) }),
  errors: [],
});

/** Filters that a user has saved at another installation, with ids of this one. Those that are there already stay. */
export const usersImportFilters = defineOperation({
  name: 'users.import_filters',
  kind: 'write',
  audience: 'service',
  callers: ['admin'],
  summary: 'Take over saved filters of another installation.',
  input: z.object({
    user_id: z.int().min(1),
    post_type: postType,
    filters: z.array(z.unknown()).min(1).max(1_000),
  }),
  output: z.object({
    saved: z.int(),
    problems: z.array(z.object({ index: z.int(), reason: z.string() })),
  }),
  errors: [],
});

/** What users do to take over those of another installation. */
export const usersImportOperations = [usersImport, usersRoles, usersImportFilters] as const;
