import type { Extension, FieldDefinition } from '@svc/contracts';

type PerKey<Value> = Readonly<Record<string, Value>>;
type Has = (key: string) => boolean;

/**
 * The declarations of the enabled extensions. The extension that first declares a post type, field or tile owns it: while it is off,
 * additions of other extensions to it are left out, and so are connections to a missing post type.
 */
export function enabledDeclarations(
  extensions: readonly Extension[],
  isOn: (extension: string) => boolean,
): Extension[] {
  const gone = keysThatGo(extensions, isOn);
  const stays: Has = (key) => !gone.has(key);
  return extensions
    .filter(({ name }) => isOn(name))
    .map((extension) => ({
      ...extension,
      postTypes: mapValues(onlyKeys(extension.postTypes, stays), (declaration, type) => ({
        ...declaration,
        fields: fieldsLeft(declaration.fields, type, stays),
        tiles: onlyKeys(declaration.tiles, (key) => stays(`${type}.tiles.${key}`)),
      })),
      fields: mapValues(onlyKeys(extension.fields, stays), (fields, type) => fieldsLeft(fields, type, stays)),
      tiles: mapValues(onlyKeys(extension.tiles, stays), (tiles, type) =>
        onlyKeys(tiles, (key) => stays(`${type}.tiles.${key}`)),
      ),
    }));
}

/** The keys owned by disabled extensions: `groups`, `contacts.fields.milestones`, `contacts.tiles.faith`. */
function keysThatGo(extensions: readonly Extension[], isOn: (extension: string) => boolean) {
  const owners = new Map<string, string>();
  for (const extension of extensions)
    for (const key of declaredKeys(extension)) if (!owners.has(key)) owners.set(key, extension.name);
  return new Set([...owners].filter(([, owner]) => !isOn(owner)).map(([key]) => key));
}

function declaredKeys({ postTypes = {}, fields = {}, tiles = {} }: Extension): string[] {
  const inType = (type: string, kind: string, declared: object = {}) =>
    Object.keys(declared).map((key) => `${type}.${kind}.${key}`);
  return [
    ...Object.keys(postTypes),
    ...Object.entries(postTypes).flatMap(([type, declaration]) => [
      ...inType(type, 'fields', declaration.fields),
      ...inType(type, 'tiles', declaration.tiles),
    ]),
    ...Object.entries(fields).flatMap(([type, declared]) => inType(type, 'fields', declared)),
    ...Object.entries(tiles).flatMap(([type, declared]) => inType(type, 'tiles', declared)),
  ];
}

function fieldsLeft(fields: PerKey<FieldDefinition> | undefined, type: string, stays: Has) {
  const left = onlyKeys(fields, (key) => stays(`${type}.fields.${key}`));
  return onlyKeys(left, (key) => {
    const { type: fieldType, post_type: target } = left[key] ?? {};
    return fieldType !== 'connection' || target === undefined || stays(target);
  });
}

function onlyKeys<Value>(values: PerKey<Value> = {}, keep: Has): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).filter(([key]) => keep(key)));
}

function mapValues<Value, Result>(
  values: PerKey<Value>,
  make: (value: Value, key: string) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, make(value, key)]));
}
