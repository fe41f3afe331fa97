import {
  type Extension,
  type ListFilterDeclaration,
  type ListQuery,
  msg,
  ServiceError,
  type Translate,
} from '@svc/contracts';
import { invalidParam } from '@svc/service-kit';
import { createField } from './create-field.ts';
import { enabledDeclarations } from './enabled-declarations.ts';
import { describePostType } from './describe-post-type.ts';
import { mergeDeclarations } from './merge-declarations.ts';
import { referenceProblems } from './reference-problems.ts';
import { translatePostType } from './translate-post-type.ts';
import type { PostType } from '../model/post-type.ts';
import { parseListQuery } from '../query/parse-list-query.ts';
import { offeredFilters } from './offered-filters.ts';

/** Keys are used as tokens of event subjects and in paths. */
const keyForm = /^[A-Za-z][\w-]{0,63}$/;

/**
 * The post types of this installation, merged from the declarations of its extensions. Switching a module replaces all of them at once;
 * requests in progress keep those that they have.
 */
export class PostTypes {
  readonly #extensions: readonly Extension[];
  readonly #declared: ReadonlyMap<string, PostType>;
  #byKey: ReadonlyMap<string, PostType>;
  readonly #translated = new Map<Translate, PostTypes>();

  private constructor(extensions: readonly Extension[], declared: ReadonlyMap<string, PostType>) {
    this.#extensions = extensions;
    this.#declared = declared;
    this.#byKey = declared;
  }

  /**
   * Merges the declarations of all extensions in their order, with all modules on.
   * @throws Error listing every declaration that is wrong.
   */
  static declare(extensions: readonly Extension[]): PostTypes {
    const problems: string[] = [];
    const declared = mergePostTypes(extensions, problems);
    if (problems.length > 0) throw new Error(`The declared post types are invalid:\n${problems.join('\n')}`);
    return new PostTypes(extensions, declared);
  }

  /** Limits the post types to the declarations of extensions that are on. */
  show(isOn: (extension: string) => boolean): void {
    // Problems now can only be references to modules that are off: with all modules on there were none.
    this.#byKey = mergePostTypes(enabledDeclarations(this.#extensions, isOn), []);
    this.#translated.clear();
  }

  /** The current post types with their labels in another language; the same object until a module is switched. */
  in(translate: Translate): PostTypes {
    const known = this.#translated.get(translate);
    if (known) return known;
    const inLanguage = (types: ReadonlyMap<string, PostType>) =>
      new Map([...types].map(([key, postType]) => [key, translatePostType(postType, translate)]));
    const translated = new PostTypes(this.#extensions, inLanguage(this.#declared));
    translated.#byKey = inLanguage(this.#byKey);
    this.#translated.set(translate, translated);
    return translated;
  }

  /** @throws ServiceError `rest_invalid_param` for a type nobody declared. */
  get(key: string): PostType {
    const postType = this.#byKey.get(key);
    if (postType) return postType;
    throw invalidParam({ post_type: msg`${key} is not a valid post type` });
  }

  /** The type, or undefined if it is not declared. */
  find(key: string): PostType | undefined {
    return this.#byKey.get(key);
  }

  /** The type whose records represent users. */
  ofUsers(): PostType | undefined {
    return this.all().find(({ userField }) => userField !== undefined);
  }

  /** A type with every module on: both ends of connections are kept consistent even while the module of one end is off. */
  withAllModules(key: string): PostType | undefined {
    return this.#declared.get(key);
  }

  /** All types with every module on. */
  declared(): readonly PostType[] {
    return [...this.#declared.values()];
  }

  all(): readonly PostType[] {
    return [...this.#byKey.values()];
  }
}

function mergePostTypes(extensions: readonly Extension[], problems: string[]): ReadonlyMap<string, PostType> {
  const merged = mergeDeclarations(extensions, problems);
  const byKey = new Map<string, PostType>();
  for (const [key, declared] of merged) {
    if (!keyForm.test(key))
      problems.push(
        `  ${key}: the key of a post type must consist of letters, digits, "_" and "-", and begin with a letter`,
      );
    const fields = [...declared.fields].flatMap(([fieldKey, definition]) =>
      createField({ postType: key, key: fieldKey, definition, problems }),
    );
    byKey.set(key, describePostType(key, declared, fields));
  }
  for (const [key, { declaration }] of merged)
    problems.push(...referenceProblems(key, declaration, byKey).map((problem) => `  ${key}${problem}`));
  for (const [key, postType] of byKey)
    problems.push(...listFilterProblems(postType).map((problem) => `  ${key}${problem}`));
  return byKey;
}

/** Problems of a list page's declared filters, each as the rest of a line that starts with the type's key. */
function listFilterProblems(postType: PostType): string[] {
  const { tabs, filters } = postType.listFilters;
  const offered = offeredFilters(postType);
  return [
    ...filters.flatMap((declaration) => optionProblems(declaration, postType)),
    ...offered.flatMap(({ ID, tab, query }) => {
      const known = tabs.has(tab) ? [] : [`its tab ${tab} is not declared`];
      return [...known, ...queryProblems(query, postType)].map((problem) => ofFilter(ID, problem));
    }),
    ...[...tabs].flatMap(([key, { counted_by: countedBy }]) =>
      countedBy === undefined || offered.some(({ ID }) => ID === countedBy)
        ? []
        : [`: the tab ${key} shows the count of ${countedBy}, which must be a filter of the list page`],
    ),
  ];
}

function ofFilter(id: string, problem: string): string {
  return `: the filter ${id} of the list page: ${problem}`;
}

function optionProblems({ id, each, below = {} }: ListFilterDeclaration, postType: PostType): string[] {
  if (each === undefined) return [];
  const problem = ofFilter(id, `the field ${each} has no options`);
  return [
    ...(postType.fields.get(each)?.options?.size ? [] : [problem]),
    ...Object.values(below)
      .flat()
      .flatMap((follower) => optionProblems(follower, postType)),
  ];
}

function queryProblems(query: ListQuery, postType: PostType): string[] {
  try {
    parseListQuery(query, postType);
    return [];
  } catch (error) {
    if (error instanceof ServiceError) return [`${error.message} (${String(error.data['key'])})`];
    throw error;
  }
}
