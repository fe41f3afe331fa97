import { listControls, type FieldDefinition, type FieldOption } from '@svc/contracts';
import { didYouMean } from '@svc/service-kit';
import { fieldTypes } from '../fields/index.ts';
import type { FieldType } from '../model/field-type/field-type.ts';
import type { Field } from '../model/field.ts';
import { baseFields } from './base-fields.ts';
import { isTopLevel } from '../model/stored-value.ts';
import { followList, isFollowList } from '../fields/user-select/follow-list.ts';
import { defaultProblem } from './default-problem.ts';
import type { Report } from './origins.ts';

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

/** A mistake in a field, with the attribute that is wrong unless the whole field is. */
interface Mistake {
  readonly attribute?: string;
  readonly problem: string;
}

/** Creates a field from its declaration; returns none and reports its mistakes if the declaration is wrong. */
export function createField(options: {
  postType: string;
  key: string;
  definition: FieldDefinition;
  report: Report;
}): Field[] {
  const { postType, key, definition, report } = options;
  const found = [...keyMistakes(key), ...typeMistakes(key, definition)];
  for (const { attribute, problem } of found)
    report(['fields', key, ...(attribute === undefined ? [] : [attribute])], problem);
  const type = isFollowList(key, definition.type) ? followList : fieldTypes.get(definition.type);
  if (!type || found.length > 0) return [];
  // Settings show the type under its own name, and as private if it always is.
  const always = type.storage === 'always private' ? { private: true } : {};
  const shown = { ...definition, type: type.name, ...always };
  const field = { postType, key, definition: shown, type, options: optionsOf(shown, type) };
  const wrongDefault = defaultProblem(field);
  if (wrongDefault !== undefined) report(['fields', key, 'default'], wrongDefault);
  return [field];
}

function keyMistakes(key: string): Mistake[] {
  if (!keyForm.test(key))
    return [
      {
        problem: 'a field key must consist of letters, digits, "_" and "-", and must not begin with a digit',
      },
    ];
  // Properties that every JavaScript object inherits would be found for unset fields.
  if (takenKeys.has(key) || key in Object.prototype)
    return [{ problem: 'the key is reserved; choose another one' }];
  return [];
}

function typeMistakes(key: string, definition: FieldDefinition): Mistake[] {
  const type = fieldTypes.get(definition.type);
  if (!type) {
    const problem = `unknown field type ${definition.type}${didYouMean(definition.type, fieldTypes.keys(), 'field types')}`;
    return [{ attribute: 'type', problem }];
  }
  const issues = type.declaration?.safeParse(definition).error?.issues ?? [];
  return [
    ...issues.map(({ path, message }) => ({ attribute: path.join('.'), problem: message })),
    ...attributeMistakes(definition, type),
    ...privateMistakes(key, definition, type),
    ...(isOtherThanBase(key, definition)
      ? [{ attribute: 'type', problem: 'the type of a top-level field cannot be changed' }]
      : []),
  ];
}

/** Attributes of which only fields of other types make use. */
function attributeMistakes(definition: FieldDefinition, type: FieldType): Mistake[] {
  return Object.entries(definition).flatMap(([attribute, value]) => {
    const users = [...fieldTypes.values()].filter(({ attributes }) =>
      attributes?.some((own) => own === attribute),
    );
    if (value === undefined || value === false || users.length === 0 || users.includes(type)) return [];
    const names = [...new Set(users.map(({ name }) => name))].join(' and ');
    return [
      {
        attribute,
        problem: `is an attribute of fields of the type ${names}; this one is of the type ${type.name}`,
      },
    ];
  });
}

/** A private field must be stored per user: everybody would see its values otherwise. */
function privateMistakes(key: string, definition: FieldDefinition, type: FieldType): Mistake[] {
  const mistake = (problem: string) => [{ attribute: 'private', problem }];
  if (!definition.private) return [];
  if (type.storage === 'edges')
    return mistake('a connection cannot be private, because it belongs to both of its records');
  return isTopLevel(key) ? mistake('a top-level field cannot be private') : [];
}

function isOtherThanBase(key: string, definition: FieldDefinition): boolean {
  const base: Readonly<Record<string, FieldDefinition>> = baseFields;
  return isTopLevel(key) && base[key]?.type !== definition.type;
}

function optionsOf(
  { default: declared }: FieldDefinition,
  { hasOptions = false }: FieldType,
): ReadonlyMap<string, FieldOption> {
  const isMap = hasOptions && typeof declared === 'object' && declared !== null && !Array.isArray(declared);
  return new Map(isMap ? Object.entries(declared as Record<string, FieldOption>) : []);
}
