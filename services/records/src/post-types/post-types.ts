import { type Extension, msg, type Translate } from '@svc/contracts';
import { LRUCache } from 'lru-cache';
import { DeclarationMistakes, invalidParam, type DeclaredFields } from '@svc/service-kit';
import { checkConnections } from './connection-mistakes.ts';
import { createField } from './create-field.ts';
import { enabledDeclarations } from './enabled-declarations.ts';
import { describePostType } from './describe-post-type.ts';
import { limitPostType } from './limit-post-type.ts';
import { mergeDeclarations } from './merge-declarations.ts';
import { checkListFilters } from './list-filter-mistakes.ts';
import { reporterOf } from './origins.ts';
import { checkReferences } from './reference-mistakes.ts';
import { translatePostType } from './translate-post-type.ts';
import type { PostType } from '../model/post-type.ts';

/** Keys are used as tokens of event subjects and in paths. */
const keyForm = /^[A-Za-z][\w-]{0,63}$/;

/** Maximum number of sets of post types that are kept for API keys. */
const maxLimited = 200;

/**
 * The post types of this installation, merged from the declarations of its extensions. Switching a module replaces all of them at once;
 * requests in progress keep those that they have.
 */
export class PostTypes {
  readonly #extensions: readonly Extension[];
  readonly #declared: ReadonlyMap<string, PostType>;
  #byKey: ReadonlyMap<string, PostType>;
  #isLimited = false;
  readonly #translated = new Map<Translate, PostTypes>();
  readonly #limited = new LRUCache<string, PostTypes>({ max: maxLimited });

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
    const mistakes = new DeclarationMistakes();
    const declared = PostTypes.merge(extensions, mistakes);
    mistakes.throwIfAny();
    return declared;
  }

  /** Merges them likewise; mistakes are added to those that other checks find. */
  static merge(extensions: readonly Extension[], mistakes: DeclarationMistakes): PostTypes {
    return new PostTypes(extensions, mergePostTypes(extensions, mistakes));
  }

  /** Limits the post types to the declarations of extensions that are on. */
  show(isOn: (extension: string) => boolean): void {
    // Mistakes now can only be references to modules that are off: with all modules on there were none.
    this.#byKey = mergePostTypes(enabledDeclarations(this.#extensions, isOn), new DeclarationMistakes());
    this.#translated.clear();
    this.#limited.clear();
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

  /**
   * Only these types, without the fields that connect records of others: for API keys, as if the modules of the others were off. The same
   * object until a module is switched.
   */
  limitedTo(keys: readonly string[]): PostTypes {
    const name = keys.toSorted().join(' ');
    const known = this.#limited.get(name);
    if (known) return known;
    const reached = new Set(keys);
    const limited = new PostTypes(this.#extensions, this.#declared);
    limited.#isLimited = true;
    limited.#byKey = new Map(
      [...this.#byKey]
        .filter(([key]) => reached.has(key))
        .map(([key, postType]) => [key, limitPostType(postType, reached)]),
    );
    this.#limited.set(name, limited);
    return limited;
  }

  /** @throws ServiceError `rest_invalid_param` for a type nobody declared. */
  get(key: string): PostType {
    const postType = this.#byKey.get(key);
    if (postType) return postType;
    throw invalidParam({ post_type: msg`${key} is not a valid post type` });
  }

  /** Whether answers may name records of a type: those of a module that is off, but none beyond an API key. */
  areNamed(key: string): boolean {
    return !this.#isLimited || this.#byKey.has(key);
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

  /** The keys of all types and fields, for the checks of hooks and subscriptions. */
  declaredFields(): DeclaredFields {
    const keysOf = ({ fields }: PostType) =>
      new Map([...fields].map(([key, { type }]) => [key, { isBoolean: type.name === 'boolean' }]));
    return new Map(this.declared().map((postType) => [postType.key, keysOf(postType)]));
  }

  all(): readonly PostType[] {
    return [...this.#byKey.values()];
  }
}

function mergePostTypes(
  extensions: readonly Extension[],
  mistakes: DeclarationMistakes,
): ReadonlyMap<string, PostType> {
  const merged = mergeDeclarations(extensions, mistakes);
  const byKey = new Map<string, PostType>();
  for (const [key, declared] of merged) {
    const report = reporterOf(extensions, key, mistakes);
    if (!keyForm.test(key))
      report(
        [''],
        'the key of a post type must consist of letters, digits, "_" and "-", and begin with a letter',
      );
    const fields = [...declared.fields].flatMap(([fieldKey, definition]) =>
      createField({ postType: key, key: fieldKey, definition, report }),
    );
    byKey.set(key, describePostType(key, declared, fields));
  }
  for (const [key, postType] of byKey) {
    const report = reporterOf(extensions, key, mistakes);
    const declared = merged.get(key);
    if (declared) checkReferences(key, declared, { all: byKey, report });
    checkConnections(postType, byKey, report);
    checkListFilters(postType, report);
  }
  return byKey;
}
