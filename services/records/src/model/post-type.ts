import type {
  Fields,
  ListFilterDeclaration,
  ListTabDeclaration,
  PostTypeDeclaration,
  PostTypeSettings,
} from '@svc/contracts';
import type { Field } from './field.ts';
import type { RecordDocument } from './record.ts';

/** A post type with its fields and derived settings. */
export interface PostType {
  readonly key: string;
  readonly labelSingular: string;
  readonly statusField: { readonly status_key: string; readonly archived_key: string } | undefined;
  readonly fields: ReadonlyMap<string, Field>;
  /** The connection fields that the caller's API key does not reach, with the post types of their records; absent without limits. */
  readonly beyondKey?: ReadonlyMap<string, string>;
  /** Alternative keys of fields. */
  readonly aliases: ReadonlyMap<string, FieldAlias>;
  /** Keys of the fields by which records may be duplicates, unless an administrator has chosen others. */
  readonly duplicateFields: readonly string[];
  readonly duplicates: NonNullable<PostTypeDeclaration['duplicates']>;
  readonly notifications: NonNullable<PostTypeDeclaration['notifications']>;
  /** The values that an assignee's answer writes; undefined for types without such answers. */
  readonly acceptance: PostTypeDeclaration['acceptance'];
  /** Key of the field with the id of the user whom a record represents; undefined if records of this type represent nobody. */
  readonly userField: string | undefined;
  readonly labelsItems: boolean;
  readonly pickedWithStatus: boolean;
  /** Grants that capabilities give; undefined for the default grants of a type. */
  readonly grants: PostTypeDeclaration['grants'];
  /** Values of connected records that the get shape contains, by connection field. */
  readonly connectedValues: NonNullable<PostTypeDeclaration['connected_values']>;
  /** The declared tabs and filters of the list page. */
  readonly listFilters: MergedListFilters;
  /** The settings object (docs/guides/settings-endpoints.md#the-settings-of-a-post-type), computed once. */
  readonly settings: PostTypeSettings;
}

/** The list page of a post type: the declarations of all extensions together. */
export interface MergedListFilters {
  readonly tabs: ReadonlyMap<string, ListTabDeclaration>;
  readonly filters: readonly ListFilterDeclaration[];
}

/** The target of an alternative key. */
export interface FieldAlias {
  readonly field: string;
  /** Whether read shapes contain the field under the alternative key too. */
  readonly read: boolean;
}

/** Whether equal values of a field may make records duplicates of each other. */
export function mayMakeDuplicates({ key, type, definition }: Field): boolean {
  return key === 'name' || (type.query?.duplicateKeys !== undefined && !definition.private);
}

/** The declared key of the field that an alternative key stands for; other keys are returned unchanged. */
export function resolveKey({ aliases }: Pick<PostType, 'aliases'>, key: string): string {
  return aliases.get(key)?.field ?? key;
}

/** Renames alternative keys of fields in a request to the declared keys; a value under the declared key wins. */
export function resolveKeys(postType: Pick<PostType, 'aliases'>, sent: Fields): Fields {
  const renamed = Object.entries(sent).filter(([key]) => postType.aliases.has(key));
  if (renamed.length === 0) return sent;
  const others = Object.entries(sent).filter(([key]) => !postType.aliases.has(key));
  return Object.fromEntries([
    ...renamed.map(([key, value]) => [resolveKey(postType, key), value] as const),
    ...others,
  ]);
}

/** Adds fields under their alternative keys to a read shape, for aliases declared with `read`. */
export function withAliases({ aliases }: Pick<PostType, 'aliases'>, shape: Fields): Fields {
  const shown = [...aliases].filter(([, { field, read }]) => read && shape[field] !== undefined);
  if (shown.length === 0) return shape;
  return { ...shape, ...Object.fromEntries(shown.map(([key, { field }]) => [key, shape[field]])) };
}

type OptionsHeld = NonNullable<PostType['duplicates']['never_offered']>;

/** The condition that records hold none of these options. */
export function withoutOptions(options: OptionsHeld = {}): Record<string, unknown> {
  return Object.fromEntries(Object.entries(options).map(([key, held]) => [`fields.${key}`, { $nin: held }]));
}

/** Whether a record holds one of these options. */
export function holdsOption({ fields }: Pick<RecordDocument, 'fields'>, options: OptionsHeld = {}): boolean {
  return Object.entries(options).some(([key, held]) => held.includes(String(fields[key])));
}
