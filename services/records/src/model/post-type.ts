import type { PostTypeDeclaration, PostTypeSettings, Fields } from '@svc/contracts';
import type { Field } from './field.ts';
import type { MergedListFilters } from './merge-list-filters.ts';
import type { RecordDocument } from './record.ts';

/** A post type as the service works with it. */
export interface PostType {
  readonly key: string;
  readonly labelSingular: string;
  readonly statusField: { readonly status_key: string; readonly archived_key: string } | undefined;
  readonly fields: ReadonlyMap<string, Field>;
  /** Other keys of fields, by that key. */
  readonly aliases: ReadonlyMap<string, FieldAlias>;
  /** The fields by which records may be duplicates, unless an administrator has chosen others. */
  readonly duplicateFields: readonly string[];
  readonly duplicates: NonNullable<PostTypeDeclaration['duplicates']>;
  /** The field that says for which user a record stands; undefined where they stand for nobody. */
  readonly userField: string | undefined;
  readonly labelsItems: boolean;
  readonly pickedWithStatus: boolean;
  /** What capabilities open of it; undefined where they are those of any type. */
  readonly grants: PostTypeDeclaration['grants'];
  /** Values of connected records that the get shape shows with them, by connection field. */
  readonly connectedValues: NonNullable<PostTypeDeclaration['connected_values']>;
  /** The declared tabs and filters of the list page. */
  readonly listFilters: MergedListFilters;
  /** The settings object (docs/settings-endpoints.md#the-settings-of-a-post-type), computed once. */
  readonly settings: PostTypeSettings;
}

/** Where another key of a field leads. */
export interface FieldAlias {
  /** The key that the field is declared by. */
  readonly field: string;
  /** Whether the field is shown under the other key too. */
  readonly read: boolean;
}

/** Whether equal values of a field may make records duplicates of each other. */
export function mayMakeDuplicates({ key, type, definition }: Field): boolean {
  return key === 'name' || (type.duplicateKeys !== undefined && !definition.private);
}

/** The key that a field is declared by, for a key that clients use for it; other keys stay as they are. */
export function resolveKey({ aliases }: Pick<PostType, 'aliases'>, key: string): string {
  return aliases.get(key)?.field ?? key;
}

/** A read shape in which fields show under their other keys too, where the post type says so. */
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
