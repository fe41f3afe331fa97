import type { Extension, FieldDefinition, PostTypeDeclaration, Tile } from '@svc/contracts';
import { invalidParam } from '@svc/service-kit';
import { baseFields } from '../modules/base-fields.ts';
import { createField } from './create-field.ts';
import type { PostType } from './post-type.ts';
import { describePostType } from './describe-post-type.ts';

/** The post types of this installation: what the loaded extensions declare, put together. */
export class PostTypes {
  readonly #byKey: ReadonlyMap<string, PostType>;

  private constructor(byKey: ReadonlyMap<string, PostType>) {
    this.#byKey = byKey;
  }

  /**
   * Puts the declarations of all extensions together, in their order.
   * @throws Error listing every declaration that is wrong.
   */
  static declare(extensions: readonly Extension[]): PostTypes {
    const problems: string[] = [];
    const byKey = new Map<string, PostType>();
    for (const [key, declaration] of mergeDeclarations(extensions, problems)) {
      const fields = Object.entries(declaration.fields ?? {}).flatMap(([fieldKey, definition]) =>
        createField({ postType: key, key: fieldKey, definition, problems }),
      );
      byKey.set(key, describePostType(key, declaration, fields));
    }
    if (problems.length > 0)
      throw new Error(`The declared post types have problems:\n${problems.join('\n')}`);
    return new PostTypes(byKey);
  }

  /** @throws ServiceError `rest_invalid_param` for a type nobody declared. */
  get(key: string): PostType {
    const postType = this.#byKey.get(key);
    if (postType) return postType;
    throw invalidParam({ post_type: `${key} is not a valid post type` });
  }

  /** A type if it is declared. */
  find(key: string): PostType | undefined {
    return this.#byKey.get(key);
  }

  all(): readonly PostType[] {
    return [...this.#byKey.values()];
  }
}

type Merged = Map<string, PostTypeDeclaration & { isBuiltIn: boolean }>;

function mergeDeclarations(extensions: readonly Extension[], problems: string[]): Merged {
  const merged: Merged = new Map();
  for (const extension of extensions) {
    for (const [key, declaration] of Object.entries(extension.postTypes ?? {})) {
      const known = merged.get(key);
      const fields = mergeFields(known?.fields ?? baseFields, declaration.fields ?? {});
      const tiles = { ...known?.tiles, ...declaration.tiles };
      merged.set(key, {
        ...known,
        ...declaration,
        fields,
        tiles,
        isBuiltIn: extension.name.startsWith('@svc/'),
      });
    }
    addTo(merged, extension, problems);
  }
  return merged;
}

function addTo(merged: Merged, extension: Extension, problems: string[]): void {
  const keys = new Set([...Object.keys(extension.fields ?? {}), ...Object.keys(extension.tiles ?? {})]);
  for (const key of keys) {
    const known = merged.get(key);
    if (!known) {
      problems.push(
        `  ${extension.name} adds fields or tiles to ${key}, which no extension before it declares`,
      );
      continue;
    }
    const fields = mergeFields(known.fields ?? {}, extension.fields?.[key] ?? {});
    const tiles: Record<string, Tile> = { ...known.tiles, ...extension.tiles?.[key] };
    merged.set(key, { ...known, fields, tiles });
  }
}

function mergeFields(
  known: Readonly<Record<string, FieldDefinition>>,
  added: Readonly<Record<string, FieldDefinition>>,
): Record<string, FieldDefinition> {
  const fields: Record<string, FieldDefinition> = { ...known };
  for (const [key, definition] of Object.entries(added)) fields[key] = { ...fields[key], ...definition };
  return fields;
}
