import type { Actor } from './actor.ts';
import type { EntityEvents } from './events/event-schemas.ts';
import type { ListFiltersDeclaration } from './list-filters.ts';
import type { Operation } from './operation.ts';
import type { FieldDefinition, PostTypeDeclaration, Tile } from './post-type.ts';
import type { Translations } from './message.ts';

/** The fields of a request or an answer: key → value. */
export type Fields = Record<string, unknown>;

/**
 * Calls an operation that lists the service among its `callers`, for example `call(recordsGet, { post_type: 'contacts', id: 12 })`.
 * @throws ServiceError one of the operation; without an answer in time `service_unavailable` for a read, `outcome_unknown` for a write.
 */
export type ExtensionCall = <Input, Output>(
  operation: Operation<Input, Output>,
  input: Input,
) => Promise<Output>;

/** The context that every hook receives after its own parameters: the caller, a way to call operations, and a logger. */
export interface HookContext {
  readonly actor: Actor;
  readonly logger: ExtensionLogger;
  /** Calls an operation as the caller of the request, within its deadline. */
  readonly call: ExtensionCall;
}

/** The ids of users, and of the record to share with them; without `record` it is the written record. */
export interface ShareRequest {
  readonly users: readonly number[];
  readonly record?: number;
}

/** The context of the hooks that change the fields of a write. */
export interface WriteHookContext extends HookContext {
  /** Shares a record in the transaction of the write: when the write is refused, nothing is shared. */
  share(request: ShareRequest): void;
}

/** The part of a logger that extensions use. */
export interface ExtensionLogger {
  info(data: object, message?: string): void;
  warn(data: object, message?: string): void;
  error(data: object, message?: string): void;
}

/**
 * The filters that extensions may add (docs/guides/extension-hooks.md#filters). The first parameter is the value; it passes through all filters of a
 * hook in the order of their priority. A filter that throws refuses the request.
 */
export interface FilterHooks extends AccessHooks {
  /** Runs once, when the users service starts, with all declared roles by key. */
  svc_set_roles_and_permissions: (roles: Record<string, RoleDeclaration>) => Record<string, RoleDeclaration>;
  svc_create_post_check_proceed: (proceed: boolean, fields: Fields, postType: string) => boolean;
  svc_post_create_fields: (fields: Fields, postType: string) => Fields;
  svc_post_create_allow_fields: (fieldKeys: string[], postType: string) => string[];
  svc_post_update_fields: (fields: Fields, postType: string, postId: number, existing: Fields) => Fields;
  svc_after_get_post_fields_filter: (fields: Fields, postType: string) => Fields;
  svc_search_viewable_posts_query: (queryFields: Fields, postType: string) => Fields;
  svc_adjust_post_custom_fields: (fields: Fields, postType: string) => Fields;
  svc_list_posts_custom_fields: (
    answer: { posts: Fields[]; total: number },
    postType: string,
  ) => { posts: Fields[]; total: number };
  svc_filter_post_comments: (comments: Fields[], postType: string, postId: number) => Fields[];
  /** Runs also for callers without login: its result is public. */
  svc_core_public_endpoint_settings: (settings: Fields) => Fields;
}

/**
 * The filters that decide permissions. They run for every caller except the service itself, and delay its request. Their `context.call`
 * calls operations as the service, and only those that read.
 */
export interface AccessHooks {
  /**
   * Conditions of the list language, each an object of filters. Lists show the records that meet at least one condition. An empty object
   * matches every record, an empty array none.
   */
  svc_filter_access_permissions: (permissions: Fields[], postType: string) => Fields[];
  svc_can_view_permission: (hasPermission: boolean, postId: number, postType: string) => boolean;
  svc_can_update_permission: (hasPermission: boolean, postId: number, postType: string) => boolean;
  /** Does not run for callers who may delete every record of the type. */
  svc_can_delete_permission: (hasPermission: boolean, postId: number, postType: string) => boolean;
}

/** The actions that extensions may add (docs/guides/extension-hooks.md#actions). They run after the commit; their errors are logged, and do not reach the caller. */
export interface ActionHooks {
  svc_post_created: (postType: string, postId: number, initialFields: Fields) => void;
  svc_post_updated: (
    postType: string,
    postId: number,
    initialFields: Fields,
    before: Fields,
    after: Fields,
  ) => void;
  svc_before_post_deleted: (postType: string, postId: number) => void;
  svc_post_deleted: (postType: string, postId: number, title: string) => void;
  svc_comment_created: (
    postType: string,
    postId: number,
    createdCommentId: number,
    commentType: string,
  ) => void;
}

/** The filters that change the fields of a write. */
export type WriteHook = 'svc_post_create_fields' | 'svc_post_update_fields';

type WithContext<Hook, Context, Result> = Hook extends (...parameters: infer Parameters) => unknown
  ? (...parameters: [...Parameters, Context]) => Result | Promise<Result>
  : never;

/** A filter as an extension writes it: the hook's parameters, then the context. May be async. */
export type Filter<Name extends keyof FilterHooks> = WithContext<
  FilterHooks[Name],
  Name extends WriteHook ? WriteHookContext : HookContext,
  ReturnType<FilterHooks[Name]>
>;

/** An action as an extension writes it: the hook's parameters, then the context. May be async. */
export type Action<Name extends keyof ActionHooks> = WithContext<ActionHooks[Name], HookContext, void>;

/** The events of a subscription: all of an entity, or only those of one post type or some verbs. */
export interface EventSelection<Entity extends keyof EntityEvents> {
  readonly entity: Entity;
  readonly postType?: string;
  readonly verbs?: readonly ('created' | 'updated' | 'deleted')[];
  /** For records: keys of fields. Only events in which one of these fields changed are delivered. */
  readonly changed?: Entity extends 'record' ? readonly string[] : never;
  /** Whether changes that this extension has made are delivered too; by default they are not. */
  readonly own?: boolean;
}

/** The records of a post type in which a boolean field is true. */
export interface FlaggedRecords {
  readonly postType: string;
  readonly flag: string;
}

/** Options of a filter or an action. A lower `priority` runs first; the default is 10. */
export interface HookOptions {
  readonly priority?: number;
}

/**
 * Options of an action that follows comments. With `concerns` it need not run for comments on other records: a comment after which no
 * action runs costs less.
 */
export interface CommentActionOptions extends HookOptions {
  readonly concerns?: FlaggedRecords;
}

/** The parameter of `setup`: registers hooks and subscriptions, calls operations, and logs in the name of the extension. */
export interface ExtensionSetup {
  addFilter<Name extends keyof FilterHooks>(hook: Name, filter: Filter<Name>, options?: HookOptions): void;
  addAction<Name extends keyof ActionHooks>(
    hook: Name,
    action: Action<Name>,
    options?: Name extends 'svc_comment_created' ? CommentActionOptions : HookOptions,
  ): void;
  /**
   * Delivers each committed event at least once, to one instance of the service. If the handler throws, the event is
   * delivered again later, and after the last delivery it goes to the dead letters. Never change `name`: the position in the
   * stream is stored under it.
   */
  subscribe<Entity extends keyof EntityEvents>(
    name: string,
    events: EventSelection<Entity>,
    handler: (event: EntityEvents[Entity]) => void | Promise<void>,
  ): void;
  /** Calls operations as the system, in the extension's name. Operations of this service are answered only after the `setup` of every extension. */
  readonly call: ExtensionCall;
  readonly logger: ExtensionLogger;
}

/** A new role, or additions to an existing role, whose permissions are merged with these. */
export interface RoleDeclaration {
  readonly label?: string;
  readonly description?: string;
  readonly permissions: Readonly<Record<string, boolean>>;
}

/** A connection type of site links, with the capabilities of its links. */
export interface SiteLinkTypeDeclaration {
  readonly label: string;
  readonly capabilities: readonly string[];
}

/** A part of the service that an administrator can switch off. */
export interface ModuleDeclaration {
  readonly label: string;
  readonly description?: string;
  /** Whether the module cannot be switched off. */
  readonly required?: boolean;
}

/** The declarations and the setup of an extension. When two extensions declare a field, the attributes of the later one win. */
export interface Extension {
  readonly name: string;
  readonly version: string;
  /**
   * The version of the extension API that the extension needs, as `1.0` or `1.0.0`; any when absent. A service with another major version or
   * an older version does not start.
   */
  readonly requires?: string;
  readonly pluginUrl?: string;
  /**
   * The modules that the extension belongs to, by key: it is on while all of them are on. While it is off, its declarations are absent and
   * its hooks do not run. Its roles stay, so permissions do not change.
   */
  readonly modules?: Readonly<Record<string, ModuleDeclaration>>;
  /** Whole post types (docs/guides/extensions.md). */
  readonly postTypes?: Readonly<Record<string, PostTypeDeclaration>>;
  /** Fields added to post types that exist, by post type. */
  readonly fields?: Readonly<Record<string, Readonly<Record<string, FieldDefinition>>>>;
  /** Tiles added to post types that exist, by post type. */
  readonly tiles?: Readonly<Record<string, Readonly<Record<string, Tile>>>>;
  /** Tabs and filters of list pages, by post type. */
  readonly listFilters?: Readonly<Record<string, ListFiltersDeclaration>>;
  readonly roles?: Readonly<Record<string, RoleDeclaration>>;
  /** Connection types of site links, by key; an existing type with the same key is replaced. */
  readonly siteLinkTypes?: Readonly<Record<string, SiteLinkTypeDeclaration>>;
  /** Translations of its labels and messages: `{ fr_FR: { 'English text': '…' } }`. */
  readonly translations?: Translations;
  setup?(setup: ExtensionSetup): void | Promise<void>;
}

/** Declares an extension. Returns its argument; it exists for the types. */
export function defineExtension(extension: Extension): Extension {
  return extension;
}
