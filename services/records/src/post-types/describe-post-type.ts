import type { ListFiltersDeclaration, PostTypeSettings, Tile } from '@svc/contracts';
import type { Field } from '../model/field.ts';
import { type MergedPostType, mergeListFilters } from './merge-declarations.ts';
import { mayMakeDuplicates, type MergedListFilters, type PostType } from '../model/post-type.ts';
import { assignedToMe, favoriteAndRecent } from './common-filters.ts';

/** Builds a post type with its settings object. */
export function describePostType(key: string, merged: MergedPostType, fields: readonly Field[]): PostType {
  const { declaration } = merged;
  const byKey = new Map(fields.map((field) => [field.key, field]));
  // Aliases may name a field of a module that is off.
  const aliases = Object.entries(declaration.aliases ?? {}).filter(([, { field }]) => byKey.has(field));
  const hasStatus = byKey.has(declaration.status_field?.status_key ?? '');
  const statusField = hasStatus ? declaration.status_field : undefined;
  return {
    key,
    labelSingular: declaration.label_singular,
    statusField,
    fields: byKey,
    aliases: new Map(aliases.map(([alias, { field, read = false }]) => [alias, { field, read }])),
    duplicateFields:
      declaration.duplicate_fields ?? fields.filter(mayMakeDuplicates).map((field) => field.key),
    duplicates: declaration.duplicates ?? {},
    notifications: declaration.notifications ?? {},
    acceptance: declaration.acceptance,
    userField: declaration.user_field,
    labelsItems: declaration.labels_items ?? false,
    pickedWithStatus: declaration.picked_with_status ?? false,
    grants: declaration.grants,
    connectedValues: declaration.connected_values ?? {},
    listFilters: listFiltersOf(merged, byKey),
    settings: settingsOf({ key, statusField }, merged, fields),
  };
}

/** A type without declared tabs gets the standard list page. */
function listFiltersOf(
  { listFilters, declaration }: MergedPostType,
  fields: PostType['fields'],
): MergedListFilters {
  if (listFilters.tabs.size > 1) return listFilters;
  const isAssigned = fields.get('assigned_to')?.type.name === 'user_select';
  return mergeListFilters(listFilters, standardFilters(declaration.label_plural, isAssigned));
}

function settingsOf(
  { key, statusField }: Pick<PostType, 'key' | 'statusField'>,
  { declaration, tiles }: MergedPostType,
  fields: readonly Field[],
): PostTypeSettings {
  const listed = (list: Field['type']['settingsList']) =>
    fields.filter((field) => field.type.settingsList === list);
  return {
    tiles: inOrder(tiles),
    fields: Object.fromEntries(fields.map((field) => [field.key, shownDefinition(field)])),
    // `phone` for the field `contact_phone`.
    channels: Object.fromEntries(
      listed('channels').map((field) => [field.key.replace(/^contact_/, ''), channelOf(field)]),
    ),
    connection_types: listed('connection_types').map((field) => field.key),
    magic_link_apps: {},
    label_singular: declaration.label_singular,
    label_plural: declaration.label_plural,
    post_type: key,
    hidden: declaration.hidden ?? false,
    // Reserved for types made by an administrator, which do not exist yet.
    is_custom: false,
    ...(statusField ? { status_field: statusField } : {}),
  };
}

/** A definition without the attributes that only this service uses. */
function shownDefinition({ definition }: Field): Field['definition'] {
  const {
    is_path: _isPath,
    history_notes: _notes,
    is_address: _isAddress,
    one_way: _isOneWay,
    ...shown
  } = definition;
  return shown;
}

/** Tiles by priority; a tile without a priority comes after the tiles declared before it. */
function inOrder(tiles: ReadonlyMap<string, Tile>): Record<string, Tile> {
  let latest = 0;
  const placed = [...tiles].map(([key, tile]) => {
    latest = tile.tile_priority ?? latest + 10;
    return [key, { ...tile, tile_priority: latest }] as const;
  });
  return Object.fromEntries(placed.sort(([, one], [, other]) => one.tile_priority - other.tile_priority));
}

function channelOf(field: Field): PostTypeSettings['channels'][string] {
  return { ...shownDefinition(field), type: 'communication_channel', label: field.definition.name };
}

/** The list page of a post type without declared tabs. */
function standardFilters(labelPlural: string, isAssigned: boolean): Required<ListFiltersDeclaration> {
  const mine = {
    id: 'my_all',
    tab: 'all',
    name: assignedToMe.name,
    query: { assigned_to: ['me'], sort: 'name' },
    labels: [assignedToMe],
  };
  return {
    tabs: { all: { label: 'All', order: 10, counted_by: 'all' } },
    filters: [
      { id: 'all', tab: 'all', name: `All ${labelPlural}`, query: { sort: '-post_date' } },
      ...favoriteAndRecent('all', labelPlural),
      ...(isAssigned ? [mine] : []),
    ],
  };
}
