import type { Actor } from './actor.ts';
import type { FieldDefinition, PostTypeDeclaration, Tile } from './post-type.ts';

/** The fields of a request or an answer, by key. */
export type Fields = Record<string, unknown>;

/** What every hook is told besides its own parameters: who calls, and where to log. */
export interface HookContext {
  readonly actor: Actor;
  readonly logger: ExtensionLogger;
}

/** The part of a logger that extensions use. */
export interface ExtensionLogger {
  info(data: object, message?: string): void;
  warn(data: object, message?: string): void;
  error(data: object, message?: string): void;
}

/**
 * The filters that extensions may add (spec 6.3). The first parameter is the value that travels through all of them in
 * priority order; a throw refuses the request.
 */
export interface FilterHooks {
  svc_create_post_check_proceed: (proceed: boolean, fields: Fields, postType: string) => boolean;
  svc_post_create_fields: (fields: Fields, postType: string) => Fields;
  svc_post_create_allow_fields: (fieldKeys: string[], postType: string) => string[];
  svc_post_update_fields: (fields: Fields, postType: string, postId: number, existing: Fields) => Fields;
  svc_after_get_post_fields_filter: (fields: Fields, postType: string) => Fields;
  svc_adjust_post_custom_fields: (fields: Fields, postType: string) => Fields;
  svc_list_posts_custom_fields: (
    answer: { posts: Fields[]; total: number },
    postType: string,
  ) => { posts: Fields[]; total: number };
}

/** The actions that extensions may add (spec 6.3): they run after the commit, and a throw is logged, never the caller's. */
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
}

type WithContext<Hook, Result> = Hook extends (...parameters: infer Parameters) => unknown
  ? (...parameters: [...Parameters, HookContext]) => Result | Promise<Result>
  : never;

/** A filter as an extension writes it: the hook's parameters, then the context. May be async. */
export type Filter<Name extends keyof FilterHooks> = WithContext<
  FilterHooks[Name],
  ReturnType<FilterHooks[Name]>
>;

/** An action as an extension writes it: the hook's parameters, then the context. May be async. */
export type Action<Name extends keyof ActionHooks> = WithContext<ActionHooks[Name], void>;

/** What `setup` gets: the hook engine and a logger named after the extension. */
export interface ExtensionSetup {
  /** Low `priority` runs first; 10 when absent. */
  addFilter<Name extends keyof FilterHooks>(
    hook: Name,
    filter: Filter<Name>,
    options?: { priority?: number },
  ): void;
  addAction<Name extends keyof ActionHooks>(
    hook: Name,
    action: Action<Name>,
    options?: { priority?: number },
  ): void;
  readonly logger: ExtensionLogger;
}

/** A role, or what an extension adds to a role that exists: capabilities are merged. */
export interface RoleDeclaration {
  readonly label?: string;
  readonly description?: string;
  readonly permissions: Readonly<Record<string, boolean>>;
}

/** What an extension declares and does. Of two declarations of a field, the later one's attributes win. */
export interface Extension {
  readonly name: string;
  readonly version: string;
  readonly pluginUrl?: string;
  /** Whole post types (spec 2.8). */
  readonly postTypes?: Readonly<Record<string, PostTypeDeclaration>>;
  /** Fields added to post types that exist, by post type. */
  readonly fields?: Readonly<Record<string, Readonly<Record<string, FieldDefinition>>>>;
  /** Tiles added to post types that exist, by post type. */
  readonly tiles?: Readonly<Record<string, Readonly<Record<string, Tile>>>>;
  readonly roles?: Readonly<Record<string, RoleDeclaration>>;
  setup?(setup: ExtensionSetup): void | Promise<void>;
}

/** Declares an extension; the identity function, for its types. */
export function defineExtension(extension: Extension): Extension {
  return extension;
}
