import type { Extension } from '@svc/contracts';
import { invalidParam } from '@svc/service-kit';
import { createField } from './create-field.ts';
import { describePostType } from './describe-post-type.ts';
import { mergeDeclarations } from './merge-declarations.ts';
import type { PostType } from './post-type.ts';

/** A key is a token of event subjects and a part of paths. */
const keyForm = /^[A-Za-z][\w-]{0,63}$/;

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
    for (const [key, merged] of mergeDeclarations(extensions, problems)) {
      if (!keyForm.test(key))
        problems.push(
          `  ${key}: a post type's key is letters, digits, "_" and "-", and starts with a letter`,
        );
      const fields = [...merged.fields].flatMap(([fieldKey, definition]) =>
        createField({ postType: key, key: fieldKey, definition, problems }),
      );
      const postType = describePostType(key, merged, fields);
      problems.push(...statusProblems(postType));
      byKey.set(key, postType);
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

function statusProblems({ key, statusField, fields }: PostType): string[] {
  if (!statusField) return [];
  const { status_key: statusKey, archived_key: archivedKey } = statusField;
  const options = fields.get(statusKey)?.options;
  if (!options) return [`  ${key}: status_field names the field ${statusKey}, which it does not have`];
  if (options.has(archivedKey)) return [];
  return [`  ${key}: status_field names ${archivedKey}, which is no option of ${statusKey}`];
}
