import { z } from 'zod';
import { keyText, lineText, longText } from '../text-bounds.ts';
import { defineImportOperation, defineAdminOperation } from '../operation.ts';

/** The address of the source, the other installation, without a slash at the end. */
const source = z.string().min(1).max(500);
const sourceId = z.int().min(1);
const seconds = z.int();
const postType = keyText;
const fields = z.record(lineText, z.unknown());

/** The result for one imported thing. `known`: it is the same as an existing one here; `gone`: it was imported before and deleted here since. */
const outcome = z.enum(['created', 'changed', 'unchanged', 'known', 'gone', 'refused']);

/** A field whose value could not be imported, and why. */
const importProblemSchema = z.object({ field: z.string(), reason: z.string() });

/** A record of another installation, with values in the form that clients write. */
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

/** Imports records with values, authors, dates and shares, without their connections. It is idempotent. */
export const recordsImport = defineImportOperation({
  name: 'records.import_records',
  kind: 'write',
  summary: 'Import records of another installation.',
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
});

/** Imports connections between imported records; the answer lists those that could not be made. It is idempotent. */
export const recordsImportConnections = defineImportOperation({
  name: 'records.import_connections',
  kind: 'write',
  summary: 'Connect records that were imported from another installation.',
  input: z.object({
    source,
    post_type: postType,
    connections: z
      .array(
        z.object({
          source_id: sourceId,
          field: keyText,
          other_id: sourceId,
          meta: z.record(lineText, longText).optional(),
        }),
      )
      .min(1)
      .max(500),
  }),
  output: z.object({
    made: z.int(),
    /** Positions in `connections`, from 0, of those that could not be made: a record was not imported, or the field does not exist. */
    left_out: z.array(z.object({ index: z.int(), reason: z.enum(['record', 'field']) })),
  }),
});

const importedRowSchema = z.object({
  /** The id of the row at the source, which gives the order among rows of the same time. */
  source_id: sourceId,
  time: seconds,
  user_id: z.int().min(0),
  user_name: lineText,
  user_role: keyText,
  action: keyText.min(1),
  object_subtype: lineText,
  object_name: lineText,
  object_note: longText,
  meta_id: z.int().min(0),
  meta_key: keyText,
  /** For connections, the id of the other record at the source. */
  meta_value: longText,
  old_value: longText,
  field_type: keyText,
  /** Whether lists of the history show the row. */
  listed: z.boolean(),
});

/** A history row of another installation, with ids of users of this installation. */
export type ImportedRow = z.infer<typeof importedRowSchema>;

/** Imports history rows of an imported record. Rows that exist already do not change. */
export const recordsImportHistory = defineImportOperation({
  name: 'records.import_history',
  kind: 'write',
  summary: 'Import the history of a record of another installation.',
  input: z.object({ source, source_id: sourceId, rows: z.array(importedRowSchema).min(1).max(1_000) }),
  /** `left_out` counts rows about a record that was not imported. */
  output: z.object({ added: z.int(), left_out: z.int() }),
});

/** The ids of imported records by their ids at the source. Records that were not imported are left out. */
export const recordsImported = defineAdminOperation({
  name: 'records.imported',
  kind: 'read',
  summary: 'The records that were imported from another installation, by their ids there.',
  input: z.object({ source, source_ids: z.array(sourceId).max(1_000) }),
  output: z.object({ records: z.array(z.object({ source_id: sourceId, id: z.int() })) }),
});

/** A file of a record at another installation, and the field or comment that it belongs to here. */
const importedFile = {
  source,
  post_type: postType,
  record_id: z.int().min(1),
  /** The key of the field, or for a comment the key of its meta. */
  meta_key: z.string().min(1).max(200),
  of_comment: z.boolean(),
  /** The id of the file among those of its record at the source. It never changes. */
  file_id: z.string().min(1).max(2_000),
};

/** The result for a file: its key here, also for one that was deleted since (`gone`), or the `reason` of a refusal. */
const importedFileSchema = z.object({
  outcome: z.enum(['created', 'unchanged', 'gone', 'refused']),
  key: z.string().nullable(),
  reason: z.string().optional(),
});

/** Begins the import of a file, unless it was imported before. Repeating it after an interruption starts the upload again. */
export const recordsBeginFileImport = defineAdminOperation({
  name: 'records.begin_file_import',
  kind: 'write',
  summary: 'Begin to import a file of another installation.',
  input: z.object(importedFile),
  output: z.union([
    importedFileSchema,
    /** Send the pieces with `records.upload_chunk`, as file 0. `max_bytes` is the maximum size of a file. */
    z.object({ outcome: z.literal('wanted'), upload_id: z.string(), max_bytes: z.int() }),
  ]),
  errors: ['storage_full', 'storage_unavailable'],
});

/** Checks an uploaded file like any other, and adds it to its record without a history row. It is idempotent. */
export const recordsFinishFileImport = defineImportOperation({
  name: 'records.finish_file_import',
  kind: 'write',
  summary: 'Import a file of another installation.',
  input: z.object({
    ...importedFile,
    upload_id: z.string().max(100),
    name: z.string().min(1).max(1_000),
    size: z.int().min(0),
    /** Whether the file was larger than `max_bytes`, so that the rest was not sent. */
    is_cut: z.boolean(),
    /** When the file was uploaded; now when absent. */
    uploaded_at: seconds.optional(),
    /** The user of this installation who attached it to a comment; 0 for nobody. */
    uploader_id: z.int().min(0),
  }),
  output: importedFileSchema,
  errors: ['storage_unavailable'],
});

/** A comment of another installation, with ids of users of this installation. */
const importedCommentSchema = z.object({
  source_id: sourceId,
  author_id: z.int().min(0),
  author_name: lineText,
  date: seconds,
  content: longText,
  type: keyText,
  meta: z.array(z.object({ key: keyText, value: longText })),
  reactions: z.array(z.object({ key: keyText, user_id: z.int().min(1), name: lineText })),
});

/** Imports comments with their dates, authors and reactions. It is idempotent. */
export const commentsImport = defineImportOperation({
  name: 'comments.import_comments',
  kind: 'write',
  summary: 'Import comments of another installation.',
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
});

/** A user of another installation. */
export const importedUserSchema = z.object({
  source_id: sourceId,
  username: lineText,
  email: lineText,
  display_name: lineText,
  roles: z.array(keyText),
  locale: keyText,
  /** The hash of the password in the form of WordPress; absent for a user whose password is not imported. */
  password_hash: keyText.optional(),
});

/**
 * Imports users. An existing user with the same name or address counts as the same user and does not change. Others are created without a
 * contact, because contacts are imported as records; without a hash of their password they cannot log in. A later import replaces the password of
 * a user who has neither logged in nor got another one here.
 */
export const usersImport = defineImportOperation({
  name: 'users.import_users',
  kind: 'write',
  summary: 'Import users of another installation.',
  input: z.object({ source, users: z.array(importedUserSchema).min(1).max(50) }),
  output: z.object({
    users: z.array(
      z.object({
        source_id: sourceId,
        id: z.int().nullable(),
        outcome,
        reason: z.string().optional(),
        /** The outcome for the hash; absent without one. `kept`: the user has a password here. `unknown`: its form is not one of WordPress's. */
        password: z.enum(['written', 'unchanged', 'kept', 'unknown']).optional(),
      }),
    ),
  }),
});

/** The keys of all roles. */
export const usersRoles = defineAdminOperation({
  name: 'users.roles',
  kind: 'read',
  summary: 'The keys of all roles.',
  input: z.object({}),
  output: z.object({ roles: z.array(z.string()) }),
});

/** Imports saved filters of a user, with ids of this installation. Filters that exist already do not change. */
export const usersImportFilters = defineImportOperation({
  name: 'users.import_filters',
  kind: 'write',
  summary: 'Import saved filters of another installation.',
  input: z.object({
    user_id: z.int().min(1),
    post_type: postType,
    filters: z.array(z.unknown()).min(1).max(1_000),
  }),
  output: z.object({
    saved: z.int(),
    problems: z.array(z.object({ index: z.int(), reason: z.string() })),
  }),
});
