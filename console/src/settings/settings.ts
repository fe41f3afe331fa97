import { signal } from '@preact/signals-core';
import { client } from '../api/client.ts';
import { may } from '../session/caller.ts';

/** An option of a field with options. */
export interface Option {
  readonly label: string;
  readonly color?: string;
  readonly icon?: string;
  readonly hidden?: boolean;
}

/** A field as the service describes it to clients (docs/guides/settings-endpoints.md). */
export interface FieldSettings {
  readonly name: string;
  readonly type: string;
  readonly tile?: string;
  readonly default?: unknown;
  readonly hidden?: boolean;
  readonly required?: boolean;
  readonly in_create_form?: boolean | readonly string[];
  readonly show_in_table?: boolean | number;
  readonly only_for_types?: readonly string[] | boolean;
  readonly post_type?: string;
  readonly private?: boolean;
  readonly select_cannot_be_empty?: boolean;
  readonly custom_display?: boolean;
  readonly accepted_file_types?: readonly string[];
}

/** A field with its key. */
export interface KeyedField extends FieldSettings {
  readonly key: string;
}

export interface TileSettings {
  readonly label: string;
  readonly tile_priority?: number;
  readonly hidden?: boolean;
  readonly display_for?: Readonly<Record<string, readonly string[]>>;
}

export interface PostTypeSettings {
  readonly fields: Readonly<Record<string, FieldSettings>>;
  readonly tiles: Readonly<Record<string, TileSettings>>;
  readonly label_singular: string;
  readonly label_plural: string;
  readonly hidden?: boolean;
  readonly status_field?: { readonly status_key?: string; readonly archived_key?: string };
}

export type PostTypes = Readonly<Record<string, PostTypeSettings>>;

/** The types of records that the user may see; undefined until they are loaded. */
export const postTypes = signal<PostTypes | undefined>(undefined);

/** The languages that the service speaks. */
export const languages = signal<readonly { readonly language: string; readonly native_name: string }[]>([]);

/** Loads the types again, after signing in or a change of language. */
export async function loadPostTypes(): Promise<void> {
  const { post_types: types, available_translations: translations } = await client.settings.get();
  languages.value = translations;
  postTypes.value = types;
}

/** The types in the menu, with their keys: those that the user may see. */
export function listedTypes(): (readonly [string, PostTypeSettings])[] {
  return Object.entries(postTypes.value ?? {}).filter(([key, { hidden }]) => !hidden && may(`access_${key}`));
}

/** The options of a field with options, in their order. */
export function optionsOf({ default: options }: FieldSettings): (readonly [string, Option])[] {
  if (typeof options !== 'object' || options === null) return [];
  return Object.entries(options as Readonly<Record<string, Option>>).filter(([, { hidden }]) => !hidden);
}

/** Whether a field is for records of a kind, such as contacts whose `type` is `access`. */
export function isForKind({ only_for_types: kinds }: FieldSettings, kind: string | undefined): boolean {
  return !Array.isArray(kinds) || kind === undefined || kinds.includes(kind);
}

/** The columns of a list before the user chooses others. */
export function defaultColumns({ fields }: PostTypeSettings): string[] {
  return Object.entries(fields)
    .filter(([, field]) => field.show_in_table && !field.hidden)
    .sort(([, a], [, b]) => Number(a.show_in_table) - Number(b.show_in_table))
    .map(([key]) => key)
    .filter((key) => key !== 'favorite');
}
