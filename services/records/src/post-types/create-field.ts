import { listControls, type FieldDefinition, type FieldOption } from '@svc/contracts';
import { fieldTypes } from '../fields/index.ts';
import type { Field, FieldType } from '../model/field.ts';
import { baseFields } from './base-fields.ts';
import { isTopLevel } from '../model/stored-value.ts';
import { followList, isFollowList } from '../fields/user-select/follow-list.ts';

const keyForm = /^[A-Za-z_][\w-]*$/;

/** Keys of the answers and of list queries that are no fields. */
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

/** A field from its declaration; none, and a line in `problems`, when the declaration is wrong. */
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
  const shown = asShown(definition, type);
  return [{ postType, key, definition: shown, type, options: optionsOf(shown, Boolean(type.declaration)) }];
}

/** The definition as settings show it: under the type's own name, and private where the type always is. */
function asShown(definition: FieldDefinition, type: FieldType): FieldDefinition {
  return {
    ...definition,
    type: type.name,
    ...(type.storage === 'always private' ? { private: true } : {}),
  };
}

function keyProblems(key: string): string[] {
  if (!keyForm.test(key)) return ['a field key is letters, digits, "_" and "-", and starts with no digit'];
  // What every JavaScript object has would be found where the field is unset.
  if (takenKeys.has(key) || key in Object.prototype) return ['this key has another meaning; choose another'];
  return [];
}

function typeProblems(key: string, definition: FieldDefinition): string[] {
  const type = fieldTypes.get(definition.type);
  if (!type)
    return [`the field type "${definition.type}" is not known; known: ${[...fieldTypes.keys()].join(', ')}`];
  const issues = type.declaration?.safeParse(definition).error?.issues ?? [];
  return [
    ...issues.map((issue) => `${issue.path.join('.')} ${issue.message}`),
    ...privateProblems(key, definition, type),
    ...(isOtherThanBase(key, definition) ? ['its type cannot be changed: the record itself keeps it'] : []),
  ];
}

/** What is not kept per user would be seen by everybody. */
function privateProblems(key: string, definition: FieldDefinition, type: FieldType): string[] {
  if (!definition.private) return [];
  if (type.storage === 'edges') return ['a connection cannot be private: it belongs to both of its records'];
  return isTopLevel(key) ? ['it cannot be private: the record itself keeps it'] : [];
}

function isOtherThanBase(key: string, definition: FieldDefinition): boolean {
  const base = Object.entries(baseFields).find(([baseKey]) => baseKey === key && isTopLevel(key));
  return base !== undefined && base[1].type !== definition.type;
}

function optionsOf(definition: FieldDefinition, hasOptions: boolean): ReadonlyMap<string, FieldOption> {
  const { default: declared } = definition;
  const isMap = hasOptions && typeof declared === 'object' && declared !== null && !Array.isArray(declared);
  return new Map(isMap ? Object.entries(declared as Record<string, FieldOption>) : []);
}
