import type { Extension, FieldDefinition, Tile } from '@svc/contracts';

type PerKey<Value> = Readonly<Record<string, Value>>;

/**
 * The declarations of the enabled extensions. The extension that first declares a post type, field or tile owns it: while it is off,
 * additions of other extensions to it are left out, and so are connections to a missing post type.
 */
export function enabledDeclarations(
  extensions: readonly Extension[],
  isOn: (extension: string) => boolean,
): Extension[] {
  const gone = keysThatGo(extensions, isOn);
  const stays = (key: string) => !gone.has(key);
  const targetStays = ({ type, post_type: target }: FieldDefinition) =>
    type !== 'connection' || target === undefined || stays(target);
  const fieldsLeft = (fields: PerKey<FieldDefinition> | undefined, type: string) =>
    only(fields, (key, field) => stays(`${type}.fields.${key}`) && targetStays(field));
  const tilesLeft = (tiles: PerKey<Tile> | undefined, type: string) =>
    only(tiles, (key) => stays(`${type}.tiles.${key}`));
  return extensions
    .filter(({ name }) => isOn(name))
    .map((extension) => ({
      ...extension,
      postTypes: mapValues(only(extension.postTypes, stays), (declaration, type) => ({
        ...declaration,
        fields: fieldsLeft(declaration.fields, type),
        tiles: tilesLeft(declaration.tiles, type),
      })),
      fields: mapValues(only(extension.fields, stays), fieldsLeft),
      tiles: mapValues(only(extension.tiles, stays), tilesLeft),
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

function only<Value>(values: PerKey<Value> = {}, keep: (key: string, value: Value) => boolean) {
  return Object.fromEntries(Object.entries(values).filter(([key, value]) => keep(key, value)));
}

function mapValues<Value, Result>(
  values: PerKey<Value>,
  make: (value: Value, key: string) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, make(value, key)]));
}
