import type { Actor } from './actor.ts';
import type { EntityEvents } from './events/event-schemas.ts';
import type { ListFiltersDeclaration } from './list-filters.ts';
import type { Operation } from './operation.ts';
import type { FieldDefinition, PostTypeDeclaration, Tile } from './post-type.ts';
import type { Translations } from './message.ts';

/** The fields of a request or an answer, by key. */
export type Fields = Record<string, unknown>;

/**
 * Asks an operation that has the service among its `callers`, for example `call(recordsGet, { post_type: 'contacts', id: 12 })`.
 * @throws ServiceError the operation's own, `service_unavailable` or `outcome_unknown` when nobody answers in time.
 */
export type ExtensionCall = <Input, Output>(
  operation: Operation<Input, Output>,
  input: Input,
) => Promise<Output>;

/** The context that every hook receives after its own parameters: the caller, a way to call operations, and a logger. */
export interface HookContext {
  readonly actor: Actor;
  readonly logger: ExtensionLogger;
  /** Asks as the caller of the request, within its deadline. */
  readonly call: ExtensionCall;
}

/** Users who get a record shared. Without `record` it is the one that is written. */
export interface ShareRequest {
  readonly users: readonly number[];
  readonly record?: number;
}

/** The further context of the hooks that change the fields of a write. */
export interface WriteHookContext extends HookContext {
  /** Shares in the write's own transaction: when the write is refused, nothing is shared. */
  share(request: ShareRequest): void;
}

/** The part of a logger that extensions use. */
export interface ExtensionLogger {
  info(data: object, message?: string): void;
  warn(data: object, message?: string): void;
  error(data: object, message?: string): void;
}

/**
 * The filters that extensions may add (docs/extensions.md#filters). The first parameter is the value that travels through all of them in
 * priority order; a throw refuses the request.
 */
export interface FilterHooks extends AccessHooks {
  /** Asked once, when the users service starts: the roles by key, as far as they are declared. */
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
  /** Runs for everybody, without login: what it returns is public. */
  svc_core_public_endpoint_settings: (settings: Fields) => Fields;
}

/**
 * The filters that decide permissions: they run for every caller except the service itself, while its request waits. What they ask with
 * `context.call` they ask as the service, and may only read.
 */
export interface AccessHooks {
  /**
   * Conditions of the list language, each an object of filters; lists show the records that meet one of them. An empty object is met by every
   * record, an empty array by none.
   */
  svc_filter_access_permissions: (permissions: Fields[], postType: string) => Fields[];
  svc_can_view_permission: (hasPermission: boolean, postId: number, postType: string) => boolean;
  svc_can_update_permission: (hasPermission: boolean, postId: number, postType: string) => boolean;
  /** Does not run for callers who may delete every record of the type. */
  svc_can_delete_permission: (hasPermission: boolean, postId: number, postType: string) => boolean;
}

/** The actions that extensions may add (docs/extensions.md#actions): they run after the commit, and a throw is logged, never the caller's. */
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

/** The filters that return the fields of a write. */
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

/** Which events a subscription takes: all of an entity, or those of one post type, or some verbs. */
export interface EventSelection<Entity extends keyof EntityEvents> {
  readonly entity: Entity;
  readonly postType?: string;
  readonly verbs?: readonly ('created' | 'updated' | 'deleted')[];
  /** Of records: keys of fields, one of which has to have changed. */
  readonly changed?: Entity extends 'record' ? readonly string[] : never;
}

/** The records of a post type in which a boolean field is true. */
export interface FlaggedRecords {
  readonly postType: string;
  readonly flag: string;
}

/** How a filter or an action is added. Low `priority` runs first; 10 when absent. */
export interface HookOptions {
  readonly priority?: number;
}

/**
 * How an action that follows comments is added. One that `concerns` some records alone need not run for others: a comment that no action
 * concerns costs less.
 */
export interface CommentActionOptions extends HookOptions {
  readonly concerns?: FlaggedRecords;
}

/** What `setup` gets: the hook engine, the bus and a logger named after the extension. */
export interface ExtensionSetup {
  addFilter<Name extends keyof FilterHooks>(hook: Name, filter: Filter<Name>, options?: HookOptions): void;
  addAction<Name extends keyof ActionHooks>(
    hook: Name,
    action: Action<Name>,
    options?: Name extends 'svc_comment_created' ? CommentActionOptions : HookOptions,
  ): void;
  /**
   * Delivers committed events, each at least once, to one instance of the service: if the handler throws, the event is
   * delivered again later, and after the last time it goes to the dead letters. `name` is for ever: the position in the
   * stream is kept under it.
   */
  subscribe<Entity extends keyof EntityEvents>(
    name: string,
    events: EventSelection<Entity>,
    handler: (event: EntityEvents[Entity]) => void | Promise<void>,
  ): void;
  /** Asks as the system, in the extension's name. The service itself answers only when every `setup` is done. */
  readonly call: ExtensionCall;
  readonly logger: ExtensionLogger;
}

/** A new role, or additions to an existing one: capabilities are merged. */
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
  /** It cannot be switched off. */
  readonly required?: boolean;
}

/** What an extension declares and does. Of two declarations of a field, the later one's attributes win. */
export interface Extension {
  readonly name: string;
  readonly version: string;
  /**
   * The version of the extension API that it needs, as `1.0` or `1.0.0`. Absent, it is loaded by any. A service with another major version, or
   * with an older minor one, does not start.
   */
  readonly requires?: string;
  readonly pluginUrl?: string;
  /**
   * The modules it belongs to, by key: it is on while all of them are. While it is off, its declarations are absent and
   * its hooks do not run. Roles stay: permissions do not change with it.
   */
  readonly modules?: Readonly<Record<string, ModuleDeclaration>>;
  /** Whole post types (docs/extensions.md). */
  readonly postTypes?: Readonly<Record<string, PostTypeDeclaration>>;
  /** Fields added to post types that exist, by post type. */
  readonly fields?: Readonly<Record<string, Readonly<Record<string, FieldDefinition>>>>;
  /** Tiles added to post types that exist, by post type. */
  readonly tiles?: Readonly<Record<string, Readonly<Record<string, Tile>>>>;
  /** Tabs and filters of list pages, by post type. */
  readonly listFilters?: Readonly<Record<string, ListFiltersDeclaration>>;
  readonly roles?: Readonly<Record<string, RoleDeclaration>>;
  /** Connection types of site links, by key; one that exists is replaced. */
  readonly siteLinkTypes?: Readonly<Record<string, SiteLinkTypeDeclaration>>;
  /** Its labels and messages in other languages: `{ fr_FR: { 'English text': '…' } }`. */
  readonly translations?: Translations;
  setup?(setup: ExtensionSetup): void | Promise<void>;
}

/** Declares an extension; the identity function, for its types. */
export function defineExtension(extension: Extension): Extension {
  return extension;
}
