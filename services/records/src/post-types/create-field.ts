import { listControls, type FieldDefinition, type FieldOption } from '@svc/contracts';
import { fieldTypes } from '../fields/index.ts';
import type { Field, FieldType } from '../model/field.ts';
import { baseFields } from './base-fields.ts';
import { isTopLevel } from '../model/stored-value.ts';
import { followList, isFollowList } from '../fields/user-select/follow-list.ts';

const keyForm = /^[A-Za-z_][\w-]*$/;

/** Keys of answers and list queries that have another meaning. */
const takenKeys: ReadonlySet<string> = new Set([
  'ID',
  'title',
  'post_title',
  'post_type',
  'permalink',
  'post_author',
  'post_author_display_name',
  'created_date',
  ...listControls,
]);

/** Creates a field from its declaration; returns none and adds to `problems` if the declaration is wrong. */
export function createField(options: {
  postType: string;
  key: string;
  definition: FieldDefinition;
  problems: string[];
}): Field[] {
  const { postType, key, definition, problems } = options;
  const found = [...keyProblems(key), ...typeProblems(key, definition)];
  problems.push(...found.map((problem) => `  ${postType}.${key}: ${problem}`));
  const type = isFollowList(key, definition.type) ? followList : fieldTypes.get(definition.type);
  if (!type || found.length > 0) return [];
  // Settings show the type under its own name, and as private if it always is.
  const always = type.storage === 'always private' ? { private: true } : {};
  const shown = { ...definition, type: type.name, ...always };
  return [{ postType, key, definition: shown, type, options: optionsOf(shown, Boolean(type.declaration)) }];
}

function keyProblems(key: string): string[] {
  if (!keyForm.test(key))
    return ['a field key must consist of letters, digits, "_" and "-", and must not begin with a digit'];
  // Properties that every JavaScript object inherits would be found for unset fields.
  if (takenKeys.has(key) || key in Object.prototype) return ['the key is reserved; choose another one'];
  return [];
}

function typeProblems(key: string, definition: FieldDefinition): string[] {
  const type = fieldTypes.get(definition.type);
  if (!type)
    return [
      `unknown field type "${definition.type}"; the field types are ${[...fieldTypes.keys()].join(', ')}`,
    ];
  const issues = type.declaration?.safeParse(definition).error?.issues ?? [];
  return [
    ...issues.map((issue) => `${issue.path.join('.')} ${issue.message}`),
    ...privateProblems(key, definition, type),
    ...(isOtherThanBase(key, definition) ? ['the type of a top-level field cannot be changed'] : []),
  ];
}

/** A private field must be stored per user: everybody would see its values otherwise. */
function privateProblems(key: string, definition: FieldDefinition, type: FieldType): string[] {
  if (!definition.private) return [];
  if (type.storage === 'edges')
    return ['a connection cannot be private, because it belongs to both of its records'];
  return isTopLevel(key) ? ['a top-level field cannot be private'] : [];
}

function isOtherThanBase(key: string, definition: FieldDefinition): boolean {
  const base: Readonly<Record<string, FieldDefinition>> = baseFields;
  return isTopLevel(key) && base[key]?.type !== definition.type;
}

function optionsOf(definition: FieldDefinition, hasOptions: boolean): ReadonlyMap<string, FieldOption> {
  const { default: declared } = definition;
  const isMap = hasOptions && typeof declared === 'object' && declared !== null && !Array.isArray(declared);
  return new Map(isMap ? Object.entries(declared as Record<string, FieldOption>) : []);
}
