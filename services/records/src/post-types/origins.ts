import type { Extension } from '@svc/contracts';
import type { DeclarationMistakes } from '@svc/service-kit';

/** Adds a mistake in the declaration of a post type, at a path such as `fields.x.default`. */
export type Report = (path: readonly string[], problem: string) => void;

/** Reports mistakes of a post type with the extension and the place where the last declaration of the wrong part is. */
export function reporterOf(
  extensions: readonly Extension[],
  postType: string,
  mistakes: DeclarationMistakes,
): Report {
  return ([part = '', key, attribute], problem) => {
    const places = placesOf(part, postType, key);
    const found = places.flatMap((place) =>
      extensions.flatMap((extension, index) => {
        const value = valueAt(extension, place);
        if (value === undefined) return [];
        const hasAttribute = attribute !== undefined && Object.hasOwn(value, attribute);
        return [{ extension, place, index, rank: hasAttribute ? 1 : 0 }];
      }),
    );
    const last = found.toSorted((one, other) => one.rank - other.rank || one.index - other.index).at(-1);
    const rest = attribute === undefined ? [] : [attribute];
    mistakes.add(
      last?.extension.name ?? 'the service',
      [...(last?.place ?? [postType, part, ...(key === undefined ? [] : [key])]), ...rest].join('.'),
      problem,
    );
  };
}

/** The places in an extension that can declare a part of a post type. */
function placesOf(part: string, postType: string, key: string | undefined): (readonly string[])[] {
  const below = key === undefined ? [] : [key];
  const inType = ['postTypes', postType, ...(part === '' ? [] : [part]), ...below];
  return part === '' ? [inType] : [inType, [part, postType, ...below]];
}

function valueAt(extension: Extension, path: readonly string[]): object | undefined {
  let value: unknown = extension;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[key];
  }
  return Object(value) as object;
}
