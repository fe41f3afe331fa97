import type {
  Extension,
  FieldDefinition,
  ListFiltersDeclaration,
  PostTypeDeclaration,
  Tile,
} from '@svc/contracts';
import { didYouMean, type DeclarationMistakes } from '@svc/service-kit';
import { baseFields } from './base-fields.ts';
import { commonFilters } from './common-filters.ts';
import type { MergedListFilters } from '../model/post-type.ts';

/** A post type, merged from the declarations of all extensions. */
export interface MergedPostType {
  readonly declaration: Omit<PostTypeDeclaration, 'fields' | 'tiles'>;
  /** Maps and not objects, so that a key like `__proto__` stays visible to the checks. */
  readonly fields: ReadonlyMap<string, FieldDefinition>;
  readonly tiles: ReadonlyMap<string, Tile>;
  readonly listFilters: MergedListFilters;
}

type Merged = Map<string, MergedPostType>;

/** Initial tiles of post types that are not built in. */
const commonTiles: Readonly<Record<string, Tile>> = {
  status: { label: 'Status', tile_priority: 10 },
  details: { label: 'Details', tile_priority: 20 },
};

/** Merges declarations in the order of the extensions; if two declare a field, the attributes of the later one win. */
export function mergeDeclarations(extensions: readonly Extension[], mistakes: DeclarationMistakes): Merged {
  const merged: Merged = new Map();
  for (const extension of extensions) {
    for (const [key, { fields, tiles, ...declaration }] of Object.entries(extension.postTypes ?? {})) {
      const known = merged.get(key) ?? newPostType(declaration, extension);
      merged.set(key, {
        ...known,
        declaration: { ...known.declaration, ...declaration },
        fields: mergeFields(known.fields, fields),
        tiles: mergeTiles(known.tiles, tiles),
      });
    }
    addToKnown(merged, extension, mistakes);
  }
  return merged;
}

/** Adds a declaration: of two tabs with the same key the later one counts; filters are appended. */
export function mergeListFilters(
  known: MergedListFilters,
  { tabs = {}, filters = [] }: ListFiltersDeclaration = {},
): MergedListFilters {
  return {
    tabs: new Map([...known.tabs, ...Object.entries(tabs)]),
    filters: [...known.filters, ...filters],
  };
}

function newPostType(declaration: MergedPostType['declaration'], extension: Extension): MergedPostType {
  const isBuiltIn = extension.name.startsWith('@svc/');
  return {
    declaration,
    fields: new Map(Object.entries(baseFields)),
    tiles: new Map(isBuiltIn ? [] : Object.entries(commonTiles)),
    listFilters: mergeListFilters({ tabs: new Map(), filters: [] }, commonFilters),
  };
}

/** Adds an extension's fields, tiles and filters to post types that were already declared. */
function addToKnown(merged: Merged, extension: Extension, mistakes: DeclarationMistakes): void {
  const parts = ['fields', 'tiles', 'listFilters'] as const;
  for (const key of new Set(parts.flatMap((part) => Object.keys(extension[part] ?? {})))) {
    const known = merged.get(key);
    if (known) {
      const fields = mergeFields(known.fields, extension.fields?.[key]);
      const tiles = mergeTiles(known.tiles, extension.tiles?.[key]);
      const listFilters = mergeListFilters(known.listFilters, extension.listFilters?.[key]);
      merged.set(key, { ...known, fields, tiles, listFilters });
    } else {
      const hint = didYouMean(key, merged.keys(), 'post types');
      for (const part of parts.filter((one) => Object.hasOwn(extension[one] ?? {}, key)))
        mistakes.add(
          extension.name,
          `${part}.${key}`,
          `neither this extension nor one before it declares the post type ${key}${hint}`,
        );
    }
  }
}

function mergeFields(
  known: ReadonlyMap<string, FieldDefinition>,
  added: Readonly<Record<string, FieldDefinition>> = {},
): ReadonlyMap<string, FieldDefinition> {
  const fields = new Map(known);
  for (const [key, definition] of Object.entries(added)) {
    fields.set(key, { ...fields.get(key), ...definition });
  }
  return fields;
}

function mergeTiles(
  known: ReadonlyMap<string, Tile>,
  added: Readonly<Record<string, Tile>> = {},
): ReadonlyMap<string, Tile> {
  return new Map([...known, ...Object.entries(added)]);
}
