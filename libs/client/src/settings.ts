import type { RequestOptions, Send } from './send.ts';

/** A declared field (docs/guides/extension-declarations.md#attributes-of-a-field). */
export interface FieldSettings {
  readonly name: string;
  readonly type: string;
  /** Options of select and link fields by key, tags in use, or the default value. */
  readonly default?: unknown;
  readonly description?: string;
  readonly tile?: string;
  readonly required?: boolean;
  readonly private?: boolean;
  readonly hidden?: boolean;
  /** Connections: the type of the connected records. */
  readonly post_type?: string;
  readonly [attribute: string]: unknown;
}

/** A group of fields on the page of a record. */
export interface Tile {
  readonly label: string;
  readonly tile_priority?: number;
  readonly order?: readonly string[];
  readonly [attribute: string]: unknown;
}

/** The settings of a post type (docs/guides/settings-endpoints.md#the-settings-of-a-post-type). */
export interface PostTypeSettings {
  readonly post_type: string;
  readonly label_singular: string;
  readonly label_plural: string;
  readonly fields: Readonly<Record<string, FieldSettings>>;
  readonly tiles: Readonly<Record<string, Tile>>;
  readonly channels: Readonly<
    Record<string, { readonly label: string; readonly [attribute: string]: unknown }>
  >;
  readonly connection_types: readonly string[];
  readonly status_field?: { readonly status_key: string; readonly archived_key: string };
  readonly hidden: boolean;
  readonly is_custom: boolean;
}

/** The settings of an installation. */
export interface InstallationSettings {
  readonly post_types: Readonly<Record<string, PostTypeSettings>>;
  readonly available_translations: readonly {
    readonly language: string;
    readonly native_name: string;
    readonly [attribute: string]: unknown;
  }[];
  /** The loaded extensions by name; `[]` when there are none. */
  readonly plugins:
    | Readonly<
        Record<string, { readonly name: string; readonly version: string; readonly plugin_url: string }>
      >
    | readonly never[];
}

/** Settings that anybody can read; extensions may add some. */
export interface PublicSettings {
  /** The address of the installation. */
  readonly url: string;
  readonly [setting: string]: unknown;
}

/** The settings of the installation (docs/guides/settings-endpoints.md). */
export interface Settings {
  /** Post types, languages and extensions. */
  get(options?: RequestOptions): Promise<InstallationSettings>;
  /** Without credentials. */
  public(options?: RequestOptions): Promise<PublicSettings>;
}

export function createSettings(send: Send): Settings {
  return {
    async get(options = {}) {
      return (await send<InstallationSettings>({ method: 'GET', path: 'svc-core/v1/settings', options }))
        .body;
    },
    async public(options = {}) {
      const path = 'svc-public/svc-core/v1/settings';
      return (await send<PublicSettings>({ method: 'GET', path, isPublic: true, options })).body;
    },
  };
}
