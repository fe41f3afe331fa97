import { z } from 'zod';
import { keyText, lineText } from '../text-bounds.ts';
import { defineCommand } from '../command.ts';
import { visibilitySchema } from '../events/event.ts';
import { dialectSchema, listLimits, listQuerySchema } from '../list-query.ts';
import {
  clients,
  defineAdminOperation,
  defineClientOperation,
  defineOperation,
  extensionHosts,
} from '../operation.ts';
import { postTypeSettingsSchema, statusFieldSchema } from '../post-type.ts';
import { grantSchema, listItemSchema, listPageSchema, recordOrIdSchema, recordSchema } from '../record.ts';
import { commentAuthorSchema } from './comments.ts';
import { fieldErrors } from './field-errors.ts';

const postType = keyText;
const id = z.int();

/** The fields of a new record by key (docs/guides/writing-a-record.md#values-of-a-field). */
export const createFieldsSchema = z.record(lineText, z.unknown());

/** The changed fields of a record by key. */
export const updateFieldsSchema = z.record(lineText, z.unknown());

/** Creates a record (docs/guides/writing-a-record.md). */
export const recordsCreate = defineOperation({
  name: 'records.create',
  kind: 'write',
  audience: 'caller',
  callers: [...clients, 'admin'],
  summary: 'Create a record of a post type.',
  input: z.object({
    post_type: postType,
    fields: createFieldsSchema,
    silent: z.boolean(),
    /** Keys of fields: an existing record with one of the sent values of these fields is updated instead. */
    check_for_duplicates: z.array(keyText).max(1_000).optional(),
    /** Whether existing values of a record that is updated instead stay. */
    do_not_overwrite: z.boolean().optional(),
  }),
  output: recordOrIdSchema,
  errors: ['create_post', 'update_post', ...fieldErrors],
});

/** Reads a record (docs/guides/reading-a-record.md). */
export const recordsGet = defineClientOperation({
  name: 'records.get',
  kind: 'read',
  summary: 'One record with its fields.',
  input: z.object({
    post_type: postType,
    id,
    /** Whether a user views the record, which adds it to the records that they viewed last. */
    is_view: z.boolean().optional(),
    /** The keys of fields, or paths to fields of connected records and users; by default all fields. */
    fields_to_return: z.array(lineText).max(listLimits.operands).optional(),
    dialect: dialectSchema,
  }),
  output: recordSchema,
  errors: ['get_post', 'fields_to_sql', 'search_viewable_post'],
});

/** Reads several records, for rules about the connections of a write. Missing records are left out. */
export const recordsGetMany = defineOperation({
  name: 'records.get_many',
  kind: 'read',
  callers: ['records', 'users'],
  summary: 'Chosen fields of records of a post type, by id.',
  input: z.object({ post_type: postType, ids: z.array(id).max(1000), fields: z.array(keyText) }),
  /** `versions`: record id → the version that `records` shows. */
  output: z.object({ records: z.array(listItemSchema), versions: z.record(z.string(), z.int()) }),
});

/** Changes a record (docs/guides/writing-a-record.md). */
export const recordsUpdate = defineClientOperation({
  name: 'records.update',
  kind: 'write',
  summary: 'Change fields of a record.',
  input: z.object({
    post_type: postType,
    id,
    fields: updateFieldsSchema,
    silent: z.boolean(),
    /** Whether existing values stay, and only missing ones are written. */
    do_not_overwrite: z.boolean().optional(),
    /** The version to which the change applies; `write_conflict` when the record has another version. */
    version: z.int().optional(),
    /** The versions of the header `If-Match`; `precondition_failed` when the record has none of them. */
    if_match: z.array(z.int()).max(1_000).optional(),
  }),
  output: recordOrIdSchema,
  errors: ['update_post', 'precondition_failed', ...fieldErrors],
});

/** Deletes a record. */
export const recordsDelete = defineOperation({
  name: 'records.delete',
  kind: 'write',
  audience: 'caller',
  callers: [...clients, 'admin'],
  summary: 'Delete a record with everything that belongs to it.',
  input: z.object({
    post_type: postType,
    id,
    /** Whether the caller knows of personal contacts of others that are connected to the record. */
    confirm: z.boolean().optional(),
  }),
  output: z.literal(true),
  errors: ['delete_post', 'confirmation_required'],
});

/** The number of personal contacts of a user that the caller may not view, before the account is disabled. */
export const recordsCountPersonal = defineOperation({
  name: 'records.count_personal',
  kind: 'list',
  audience: 'caller',
  callers: ['users'],
  summary: 'The number of personal records of a user that the caller may not view.',
  input: z.object({ user_id: z.int().min(1) }),
  output: z.object({ count: z.int() }),
});

/** Lists records (docs/reference/list-query.md). */
export const recordsList = defineClientOperation({
  name: 'records.list',
  kind: 'list',
  summary: 'A page of the records that the caller may view.',
  input: z.object({ post_type: postType, query: listQuerySchema, dialect: dialectSchema }),
  output: listPageSchema,
  errors: ['search_viewable_post', 'fields_to_sql'],
});

/** The settings of a post type (docs/guides/settings-endpoints.md#the-settings-of-a-post-type). */
export const recordsSettings = defineOperation({
  name: 'records.settings',
  kind: 'read',
  audience: 'caller',
  callers: [...clients, 'admin'],
  summary: 'Tiles, fields and labels of a post type.',
  input: z.object({ post_type: postType }),
  output: postTypeSettingsSchema,
  errors: ['get_post_settings', 'fields_to_sql'],
});

/** A record as search hits show it. */
const hitRecordSchema = z.object({
  id,
  post_type: postType,
  name: z.string(),
  /** `YYYY-MM-DD HH:MM:SS`, UTC. */
  post_date: z.string(),
  version: z.int(),
  /** The option of the record's status field, if the type has one and it is set. */
  status: z.string().optional(),
  status_option: z.looseObject({ label: z.string() }).optional(),
});

/** The given records that the caller may view. Search checks every hit with this operation. */
export const recordsViewable = defineOperation({
  name: 'records.viewable',
  kind: 'read',
  audience: 'caller',
  callers: [...extensionHosts, 'search'],
  summary: 'The given records that the caller may view.',
  input: z.object({ ids: z.array(id).max(2000) }),
  output: z.object({ records: z.array(hitRecordSchema) }),
});

/** The maximum number of records of a type that a text finds. */
export const maxFoundByText = 1_000;

/** Finds parts of names and channels, which the search engine does not, and replaces it while it is unavailable (docs/reference/list-query.md#text-search). */
export const recordsFindByText = defineOperation({
  name: 'records.find_by_text',
  kind: 'list',
  audience: 'caller',
  callers: ['search'],
  summary: 'Records of some types with a text in their names or channels.',
  input: z.object({
    /** Blanks match any characters in names, and are ignored in channels. An empty text matches every name. */
    text: z.string().max(listLimits.text),
    /** Unknown types, and types that the caller may not access, are ignored. */
    post_types: z.array(postType).max(100),
    within: z.array(z.enum(['name', 'comms'])).min(1),
  }),
  /** The first `maxFoundByText` records of each type by name. A number also finds the record with this id, which may have neither `name` nor `channel`. */
  output: z.object({
    records: z.array(
      z.object({
        id,
        version: z.int(),
        /** The name if it contains the text, and the first value of a channel that contains it. */
        name: z.string().optional(),
        channel: z.string().optional(),
      }),
    ),
  }),
  errors: ['search_viewable_post', 'fields_to_sql'],
});

/** The post types that the caller may access, among which search chooses those to search. */
export const recordsPostTypes = defineOperation({
  name: 'records.post_types',
  kind: 'read',
  audience: 'caller',
  callers: [...extensionHosts, 'search', 'gateway'],
  summary: 'The post types that the caller may access.',
  input: z.object({}),
  output: z.object({
    post_types: z.array(
      z.object({
        post_type: postType,
        label_singular: z.string(),
        status_field: statusFieldSchema.optional(),
        /** The grants by which the caller may list records of the type. Earlier versions of records send none, which opens no record. */
        grants: z.array(grantSchema).default([]),
      }),
    ),
  }),
});

const searchDocumentSchema = z.object({
  id,
  post_type: postType,
  version: z.int(),
  name: z.string(),
  /** Texts of communication channels and other searchable fields, in field order. */
  texts: z.array(z.object({ field: z.string(), text: z.string() })),
  visibility: visibilitySchema,
});

/** A record as the search index stores it. */
export type SearchDocument = z.infer<typeof searchDocumentSchema>;

/** The current state of records for the search index: of the given ids, or of all records page by page in the order of ids. */
export const recordsSearchDocuments = defineOperation({
  name: 'records.search_documents',
  kind: 'list',
  callers: ['search'],
  summary: 'Records as the search index stores them.',
  input: z.union([
    z.object({ ids: z.array(id).max(1000) }),
    // A page of large records has fewer than `limit`; an empty page is the end.
    z.object({ after: id, limit: z.int().min(1).max(5_000) }),
  ]),
  output: z.object({ documents: z.array(searchDocumentSchema) }),
});

/** The users with whom the caller has at least one shared record, so that the caller may see their names. */
export const recordsCollaborators = defineOperation({
  name: 'records.collaborators',
  kind: 'read',
  audience: 'caller',
  callers: extensionHosts,
  summary: 'Users who share at least one record with the caller.',
  input: z.object({}),
  output: z.object({ user_ids: z.array(z.int()) }),
});

const moduleSchema = z.object({
  key: z.string(),
  label: z.string(),
  description: z.string().optional(),
  enabled: z.boolean(),
  /** Whether the module cannot be switched off. */
  required: z.boolean(),
});

/** A module as the admin tool shows it. */
export type ModuleState = z.infer<typeof moduleSchema>;

/** Admin: the modules of this installation, including those of extensions. */
export const recordsModules = defineAdminOperation({
  name: 'records.modules',
  kind: 'read',
  summary: 'All modules, and whether they are on.',
  input: z.object({}),
  output: z.object({ modules: z.array(moduleSchema) }),
});

/** Admin: switches a module on or off. Its data stays; other instances follow within two seconds. */
export const recordsSetModule = defineAdminOperation({
  name: 'records.set_module',
  kind: 'write',
  summary: 'Switch a module on or off.',
  input: z.object({ module: keyText, enabled: z.boolean() }),
  output: moduleSchema,
  errors: ['rest_invalid_param'],
});

/** Creates or links the contact of type `user` that every user has (docs/guides/users.md). */
export const createUserContact = defineCommand({
  name: 'records.create_user_contact',
  sender: 'users',
  summary: 'Create the contact that represents a user.',
  input: z.object({ user_id: z.int(), display_name: lineText, email: lineText }),
  result: z.object({ id }),
});

/** Makes an existing contact represent a new user. */
export const linkUserContact = defineCommand({
  name: 'records.link_user_contact',
  sender: 'users',
  summary: 'Link a contact to the user that it represents.',
  input: z.object({ user_id: z.int(), display_name: lineText, contact_id: id }),
  result: z.object({ linked: z.boolean() }),
});

/** Runs the actions of extensions for new comments, once for each comment (docs/guides/extension-hooks.md#actions). */
export const commentCreated = defineCommand({
  name: 'records.comment_created',
  sender: 'comments',
  summary: 'Run the actions of extensions for new comments on a record.',
  input: z.object({
    post_type: postType,
    record_id: id,
    comments: z.array(z.object({ id, type: keyText, author: commentAuthorSchema })),
  }),
  result: z.object({ done: z.literal(true) }),
});

/** Removes a part of the connections of a deleted record with very many, and sends the same command for the next part. */
export const disconnectDeleted = defineCommand({
  name: 'records.disconnect_deleted',
  sender: 'records',
  summary: 'Remove a part of the connections of a deleted record from the records at their other ends.',
  input: z.object({ post_type: postType, record_id: id }),
  /** The number of connections that this command removed. */
  result: z.object({ removed: z.int() }),
});
