import { z } from 'zod';
import { defineCommand } from '../command.ts';
import { dialectSchema, listLimits, listQuerySchema } from '../list-query.ts';
import { clients, defineOperation, extensionHosts } from '../operation.ts';
import { postTypeSettingsSchema } from '../post-type.ts';
import { grantSchema, listItemSchema, listPageSchema, recordIdSchema, recordSchema } from '../record.ts';
import { recordsBatch } from './batch.ts';
import { commentAuthorSchema } from './comments.ts';
import { duplicatesOperations } from './duplicates.ts';
import { fieldErrors } from './field-errors.ts';
import { filesOperations } from './files.ts';
import { gridImportOperations } from './grid-import.ts';
import { recordsImportOperations } from './imports.ts';
import { historyOperations } from './history.ts';
import { recordsCountLists, recordsListFilters, listsOperations } from './lists.ts';
import { recordAccessOperations } from './record-access.ts';
import { sharingOperations } from './sharing.ts';
import { siteOperations } from './site.ts';
import { transfersOperations } from './transfers.ts';

const postType = z.string();
const id = z.int();
const fields = z.record(z.string(), z.unknown());
const recordOrId = z.union([recordSchema, recordIdSchema]);

/** Creates a record (docs/writing-a-record.md). */
export const recordsCreate = defineOperation({
  name: 'records.create',
  kind: 'write',
  audience: 'caller',
  callers: [...clients, 'admin'],
  summary: 'Create a record of a post type.',
  input: z.object({
    post_type: postType,
    fields,
    silent: z.boolean(),
    /** Keys of fields: a record that holds one of the values sent for them is updated instead. */
    check_for_duplicates: z.array(z.string()).max(1_000).optional(),
    /** Values of the record that is updated instead stay. */
    do_not_overwrite: z.boolean().optional(),
  }),
  output: recordOrId,
  errors: ['create_post', 'update_post', ...fieldErrors],
});

/** Reads a record (docs/reading-a-record.md). */
export const recordsGet = defineOperation({
  name: 'records.get',
  kind: 'read',
  audience: 'caller',
  callers: clients,
  summary: 'One record with its fields.',
  input: z.object({
    post_type: postType,
    id,
    /** Whether a user looks at the record, which makes it one of the records that they viewed last. */
    is_view: z.boolean().optional(),
  }),
  output: recordSchema,
  errors: ['get_post'],
});

/** Several records at once, for rules about the connections of a write: missing ones are left out. */
export const recordsGetMany = defineOperation({
  name: 'records.get_many',
  kind: 'read',
  audience: 'service',
  callers: ['records', 'users'],
  summary: 'Chosen fields of records of a post type, by id.',
  input: z.object({ post_type: postType, ids: z.array(id).max(1000), fields: z.array(z.string()) }),
  /** `versions`: of each record, by its id, the one that is shown. */
  output: z.object({ records: z.array(listItemSchema), versions: z.record(z.string(), z.int()) }),
  errors: [],
});

/** Changes a record (docs/writing-a-record.md). */
export const recordsUpdate = defineOperation({
  name: 'records.update',
  kind: 'write',
  audience: 'caller',
  callers: clients,
  summary: 'Change fields of a record.',
  input: z.object({
    post_type: postType,
    id,
    fields,
    silent: z.boolean(),
    /** Existing values stay: only missing ones are written. */
    do_not_overwrite: z.boolean().optional(),
    /** The version that the change was made of: refused with `write_conflict` when the record is at another one. */
    version: z.int().optional(),
    /** The same as a condition of a client, which may name several: refused with `precondition_failed`. */
    if_match: z.array(z.int()).max(1_000).optional(),
  }),
  output: recordOrId,
  errors: ['update_post', 'precondition_failed', ...fieldErrors],
});

/** Deletes a record. */
export const recordsDelete = defineOperation({
  name: 'records.delete',
  kind: 'write',
  audience: 'caller',
  callers: [...clients, 'admin'],
  summary: 'Delete a record with everything that belongs to it.',
  input: z.object({ post_type: postType, id }),
  output: z.literal(true),
  errors: ['delete_post'],
});

/** Lists records (docs/list-query.md). */
export const recordsList = defineOperation({
  name: 'records.list',
  kind: 'list',
  audience: 'caller',
  callers: clients,
  summary: 'A page of the records the caller may see.',
  input: z.object({ post_type: postType, query: listQuerySchema, dialect: dialectSchema }),
  output: listPageSchema,
  errors: ['search_viewable_post', 'fields_to_sql'],
});

/** The settings of a post type (docs/settings-endpoints.md#the-settings-of-a-post-type). */
export const recordsSettings = defineOperation({
  name: 'records.settings',
  kind: 'read',
  audience: 'caller',
  callers: [...clients, 'admin'],
  summary: 'Tiles, fields and labels of a post type.',
  input: z.object({ post_type: postType }),
  output: postTypeSettingsSchema,
  errors: ['get_post_settings', 'fields_to_sql', 'extension_refused'],
});

/** A record as a search hit shows it. */
export const hitRecordSchema = z.object({
  id,
  post_type: postType,
  name: z.string(),
  /** `YYYY-MM-DD HH:MM:SS`, UTC. */
  post_date: z.string(),
  version: z.int(),
  /** The option key of the type's status field, when it has one and it is set. */
  status: z.string().optional(),
  status_option: z.looseObject({ label: z.string() }).optional(),
});

/** The records among these ids that the caller may view; search checks every hit with it. */
export const recordsViewable = defineOperation({
  name: 'records.viewable',
  kind: 'read',
  audience: 'caller',
  callers: [...extensionHosts, 'search'],
  summary: 'Those of the given records that the caller may view.',
  input: z.object({ ids: z.array(id).max(2000) }),
  output: z.object({ records: z.array(hitRecordSchema) }),
  errors: [],
});

/** How many records of a type are found by a text at most. */
export const maxFoundByText = 1_000;

/** What a list's `text` finds (docs/list-query.md#text-search): parts of names and channels that the search engine does not know, all of them while it is away. */
export const recordsFindByText = defineOperation({
  name: 'records.find_by_text',
  kind: 'list',
  audience: 'caller',
  callers: ['search'],
  summary: 'Records of some types whose names or channels contain a text.',
  input: z.object({
    /** In names blanks in it stand for anything, in channels they do not count; every name contains an empty text. */
    text: z.string().max(listLimits.text),
    /** Types that the caller may not access, or that do not exist, have no records. */
    post_types: z.array(postType).max(100),
    within: z.array(z.enum(['name', 'comms'])).min(1),
  }),
  /** Of each type the first `maxFoundByText` by name. A number is the id of a record too, which may have it nowhere. */
  output: z.object({
    records: z.array(
      z.object({
        id,
        version: z.int(),
        /** The name that contains the text, and the first value of a channel that does. */
        name: z.string().optional(),
        channel: z.string().optional(),
      }),
    ),
  }),
  errors: ['search_viewable_post', 'fields_to_sql'],
});

/** Post types as far as the caller may access them: search asks which to search. */
export const recordsPostTypes = defineOperation({
  name: 'records.post_types',
  kind: 'read',
  audience: 'caller',
  callers: [...extensionHosts, 'search'],
  summary: 'The post types the caller may access.',
  input: z.object({}),
  output: z.object({
    post_types: z.array(
      z.object({
        post_type: postType,
        label_singular: z.string(),
        status_field: z.object({ status_key: z.string(), archived_key: z.string() }).optional(),
        /** The grants by which the caller may list records of the type; an earlier version sends none, which opens no record. */
        grants: z.array(grantSchema).default([]),
      }),
    ),
  }),
  errors: [],
});

/** A record as the search index stores it. */
export const searchDocumentSchema = z.object({
  id,
  post_type: postType,
  version: z.int(),
  name: z.string(),
  /** Texts of communication channels and other searchable fields, in field order. */
  texts: z.array(z.object({ field: z.string(), text: z.string() })),
  visibility: z.object({ shared_with: z.array(z.int()), type: z.string(), sources: z.array(z.string()) }),
});

/** A record as the search index stores it. */
export type SearchDocument = z.infer<typeof searchDocumentSchema>;

/** The current state of records for the search index, by id or by walking all of them. */
export const recordsSearchDocuments = defineOperation({
  name: 'records.search_documents',
  kind: 'list',
  audience: 'service',
  callers: ['search'],
  summary: 'Records as the search index stores them.',
  input: z.union([
    z.object({ ids: z.array(id).max(1000) }),
    // There are fewer where they are large, and none after the last.
    z.object({ after: id, limit: z.int().min(1).max(5_000) }),
  ]),
  output: z.object({ documents: z.array(searchDocumentSchema) }),
  errors: [],
});

/** The users with whom the caller shares at least one record, and whom they may therefore know of. */
export const recordsCollaborators = defineOperation({
  name: 'records.collaborators',
  kind: 'read',
  audience: 'caller',
  callers: extensionHosts,
  summary: 'Users who share at least one record with the caller.',
  input: z.object({}),
  output: z.object({ user_ids: z.array(z.int()) }),
  errors: [],
});

/** A module as the admin tool shows it. */
export const moduleSchema = z.object({
  key: z.string(),
  label: z.string(),
  description: z.string().optional(),
  enabled: z.boolean(),
  /** It cannot be switched off. */
  required: z.boolean(),
});

/** A module as the admin tool shows it. */
export type ModuleState = z.infer<typeof moduleSchema>;

/** Admin: the modules of this installation, of extensions too. */
export const recordsModules = defineOperation({
  name: 'records.modules',
  kind: 'read',
  audience: 'service',
  callers: ['admin'],
  summary: 'All modules, and which of them are on.',
  input: z.object({}),
  output: z.object({ modules: z.array(moduleSchema) }),
  errors: [],
});

/** Admin: switch a module on or off. Its data stays; other instances follow within a second or two. */
export const recordsSetModule = defineOperation({
  name: 'records.set_module',
  kind: 'write',
  audience: 'service',
  callers: ['admin'],
  summary: 'Switch a module on or off.',
  input: z.object({ module: z.string(), enabled: z.boolean() }),
  output: moduleSchema,
  errors: ['rest_invalid_param'],
});

/** Creates or links the contact of type `user` that every user has (docs/users.md). */
export const createUserContact = defineCommand({
  name: 'records.create_user_contact',
  sender: 'users',
  summary: 'Create the contact that represents a user.',
  input: z.object({ user_id: z.int(), display_name: z.string(), email: z.string() }),
  result: z.object({ id }),
});

/** A contact that is there already becomes the one that represents a new user. */
export const linkUserContact = defineCommand({
  name: 'records.link_user_contact',
  sender: 'users',
  summary: 'Let a contact represent a user.',
  input: z.object({ user_id: z.int(), display_name: z.string(), contact_id: id }),
  result: z.object({ linked: z.boolean() }),
});

/** Comments were written: the actions of extensions follow, once for each (docs/extensions.md#actions). */
export const commentCreated = defineCommand({
  name: 'records.comment_created',
  sender: 'comments',
  summary: 'Run the actions of extensions that follow new comments on a record.',
  input: z.object({
    post_type: postType,
    record_id: id,
    comments: z.array(z.object({ id, type: z.string(), author: commentAuthorSchema })),
  }),
  result: z.object({ done: z.literal(true) }),
});

/** A well connected record was deleted: its connections are removed in parts, each by a command that asks for the next. */
export const disconnectDeleted = defineCommand({
  name: 'records.disconnect_deleted',
  sender: 'records',
  summary: 'Remove a part of the connections of a deleted record from the records at their other ends.',
  input: z.object({ post_type: postType, record_id: id }),
  /** How many this part was. */
  result: z.object({ removed: z.int() }),
});

/** Every operation of records. */
export const recordsOperations = [
  recordsCreate,
  recordsBatch,
  recordsGet,
  recordsGetMany,
  recordsUpdate,
  recordsDelete,
  recordsList,
  recordsCountLists,
  recordsListFilters,
  recordsSettings,
  ...recordAccessOperations,
  recordsViewable,
  recordsFindByText,
  recordsPostTypes,
  recordsSearchDocuments,
  recordsCollaborators,
  recordsModules,
  recordsSetModule,
  ...historyOperations,
  ...siteOperations,
  ...duplicatesOperations,
  ...listsOperations,
  ...sharingOperations,
  ...transfersOperations,
  ...gridImportOperations,
  ...recordsImportOperations,
  ...filesOperations,
] as const;
