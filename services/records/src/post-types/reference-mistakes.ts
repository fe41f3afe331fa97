import type { FieldOption } from '@svc/contracts';
import { didYouMean } from '@svc/service-kit';
import type { Field } from '../model/field.ts';
import { mayMakeDuplicates, type PostType } from '../model/post-type.ts';
import type { MergedPostType } from './merge-declarations.ts';
import type { Report } from './origins.ts';

type Declaration = MergedPostType['declaration'];
type Fields = ReadonlyMap<string, Field>;
type Types = ReadonlyMap<string, PostType>;

/** Tiles that clients know without a declaration. */
const commonTileKeys: ReadonlySet<string> = new Set(['', 'no_tile', 'other']);

/** Reports references of a post type to undeclared fields, options, tiles or types. */
export function checkReferences(
  key: string,
  { declaration, tiles }: MergedPostType,
  { all, report }: { readonly all: Types; readonly report: Report },
): void {
  const fields: Fields = all.get(key)?.fields ?? new Map();
  checkStatus(declaration, fields, report);
  checkAliases(declaration, fields, report);
  checkDuplicates(declaration, fields, report);
  checkUserField(key, declaration, { all, report });
  checkHeldOptions('duplicates', declaration.duplicates, { fields, report });
  checkNotifications(declaration, fields, report);
  checkAcceptance(declaration, fields, report);
  checkGrantedTypes(declaration, fields, report);
  checkConnectedValues(declaration, fields, { all, report });
  for (const [tile, { order = [] }] of tiles)
    for (const named of order)
      if (!fields.has(named)) report(['tiles', tile, 'order'], unknownField(named, fields));
  for (const field of fields.values()) {
    checkTile(field, tiles, report);
    checkRecordTypes(field, fields, report);
  }
}

function unknownField(key: string, fields: Fields): string {
  return `names ${key}, which must be a field${didYouMean(key, fields.keys(), 'fields')}`;
}

function unknownOption(option: string, key: string, fields: Fields): string {
  const options = fields.get(key)?.options.keys() ?? [];
  return `names ${option}, which must be an option of ${key}${didYouMean(option, options, 'options')}`;
}

function checkStatus({ status_field: status }: Declaration, fields: Fields, report: Report): void {
  if (!status) return;
  const options: ReadonlyMap<string, FieldOption> | undefined = fields.get(status.status_key)?.options;
  if (!options)
    report(
      ['', 'status_field'],
      `names ${status.status_key}, which must be a field with options${didYouMean(status.status_key, fields.keys(), 'fields')}`,
    );
  else if (!options.has(status.archived_key))
    report(['', 'status_field'], unknownOption(status.archived_key, status.status_key, fields));
}

function checkAliases({ aliases = {} }: Declaration, fields: Fields, report: Report): void {
  for (const [alias, { field }] of Object.entries(aliases)) {
    if (fields.has(alias)) report(['', 'aliases'], `the alias ${alias} must not be the key of a field`);
    if (!fields.has(field)) report(['', 'aliases'], `the alias ${alias} ${unknownField(field, fields)}`);
  }
}

function checkDuplicates({ duplicate_fields: keys = [] }: Declaration, fields: Fields, report: Report): void {
  const usable = [...fields.values()].filter(mayMakeDuplicates).map(({ key }) => key);
  for (const key of keys)
    if (!usable.includes(key))
      report(
        ['', 'duplicate_fields'],
        `names ${key}, which must be the name or a communication channel${didYouMean(key, usable, 'possible fields')}`,
      );
}

function checkUserField(
  type: string,
  { user_field: key }: Declaration,
  { all, report }: { readonly all: Types; readonly report: Report },
): void {
  if (key === undefined) return;
  const fields = all.get(type)?.fields ?? new Map<string, Field>();
  if (fields.get(key)?.type.name !== 'number') {
    const numbers = [...fields.values()]
      .filter((field) => field.type.name === 'number')
      .map((field) => field.key);
    report(
      ['', 'user_field'],
      `names ${key}, which must be a number field${didYouMean(key, numbers, 'number fields')}`,
    );
    return;
  }
  const [first] = [...all.values()].filter(({ userField }) => userField !== undefined);
  if (first && first.key !== type)
    report(['', 'user_field'], `must be declared once; ${first.key} already declares it`);
}

/** Checks the parts of an attribute that select records by options. */
function checkHeldOptions(
  attribute: string,
  parts: Readonly<Record<string, Readonly<Record<string, readonly string[]>> | undefined>> = {},
  { fields, report }: { readonly fields: Fields; readonly report: Report },
): void {
  for (const [part, held] of Object.entries(parts))
    for (const [key, options] of Object.entries(held ?? {}))
      for (const option of options)
        if (!fields.get(key)?.options.has(option))
          report(['', attribute], `${part} ${unknownOption(option, key, fields)}`);
}

function checkNotifications(
  { notifications: { unannounced, followed_by_all: all, milestones } = {} }: Declaration,
  fields: Fields,
  report: Report,
): void {
  const parts = { unannounced, followed_by_all: all?.records };
  checkHeldOptions('notifications', parts, { fields, report });
  if (milestones === undefined || fields.get(milestones)?.type.name === 'multi_select') return;
  const selects = [...fields.values()].filter(({ type }) => type.name === 'multi_select');
  const hint = didYouMean(
    milestones,
    selects.map(({ key }) => key),
    'multi_selects',
  );
  report(['', 'notifications'], `milestones names ${milestones}, which must be a multi_select${hint}`);
}

function checkAcceptance({ acceptance }: Declaration, fields: Fields, report: Report): void {
  if (!acceptance) return;
  if (fields.get('assigned_to')?.type.name !== 'user_select')
    report(['', 'acceptance'], 'requires the field assigned_to, which must be a user_select');
  for (const [answer, values] of Object.entries(acceptance))
    for (const [key, value] of Object.entries(values)) {
      const field = fields.get(key);
      if (!field) report(['', 'acceptance'], `${answer} ${unknownField(key, fields)}`);
      else if (field.type.name === 'key_select' && !field.options.has(String(value)))
        report(['', 'acceptance'], `${answer} ${unknownOption(String(value), key, fields)}`);
    }
}

function checkGrantedTypes({ grants = [] }: Declaration, fields: Fields, report: Report): void {
  for (const { capability, types, limited = false } of grants) {
    if (limited && !types)
      report(['', 'grants'], `the grant of ${capability} is limited to sources and must name types`);
    for (const type of types ?? [])
      if (!fields.get('type')?.options.has(type))
        report(['', 'grants'], `the grant of ${capability} ${unknownOption(type, 'type', fields)}`);
  }
}

function checkConnectedValues(
  { connected_values: shown = {} }: Declaration,
  fields: Fields,
  { all, report }: { readonly all: Types; readonly report: Report },
): void {
  for (const [key, values] of Object.entries(shown)) {
    const field = fields.get(key);
    if (field?.type.storage !== 'edges') {
      const connections = [...fields.values()].filter(({ type }) => type.storage === 'edges');
      const hint = didYouMean(
        key,
        connections.map((connection) => connection.key),
        'connections',
      );
      report(['', 'connected_values'], `names ${key}, which must be a connection${hint}`);
      continue;
    }
    const target = all.get(field.definition.post_type ?? '')?.fields ?? new Map<string, Field>();
    for (const name of Object.keys(values)) {
      if (!target.has(name)) report(['', 'connected_values'], `${key} ${unknownField(name, target)}`);
    }
  }
}

/** Clients show no hidden field, so that its tile does not matter. */
function checkTile({ key, definition }: Field, tiles: MergedPostType['tiles'], report: Report): void {
  const { tile, hidden } = definition;
  if (tile === undefined || hidden || commonTileKeys.has(tile) || tiles.has(tile)) return;
  report(['fields', key, 'tile'], `unknown tile ${tile}${didYouMean(tile, tiles.keys(), 'tiles')}`);
}

/** The options of `type` for which clients show a field. */
function checkRecordTypes({ key, definition }: Field, fields: Fields, report: Report): void {
  const { only_for_types: shownFor = [], in_create_form: inForm } = definition;
  const named = { only_for_types: shownFor, in_create_form: Array.isArray(inForm) ? inForm : [] };
  for (const [attribute, types] of Object.entries(named))
    for (const type of types)
      if (!fields.get('type')?.options.has(type))
        report(['fields', key, attribute], unknownOption(type, 'type', fields));
}
