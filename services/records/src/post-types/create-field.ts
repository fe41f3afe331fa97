import { listControls, type FieldDefinition, type FieldOption } from '@svc/contracts';
import { fieldTypes, type Field } from '../fields/index.ts';
import { baseFields } from '../modules/base-fields.ts';
import { standsBeside } from '../reading/stored-value.ts';

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
  const type = fieldTypes.get(definition.type);
  if (!type || found.length > 0) return [];
  return [{ postType, key, definition, type, options: optionsOf(definition, Boolean(type.declaration)) }];
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
    // Kept like other fields its values would be seen by everybody.
    ...(definition.private ? ['private fields are not supported yet'] : []),
    ...(isOtherThanBase(key, definition) ? ['its type can not be changed: the record itself keeps it'] : []),
  ];
}

function isOtherThanBase(key: string, definition: FieldDefinition): boolean {
  const base = Object.entries(baseFields).find(([baseKey]) => baseKey === key && standsBeside(key));
  return base !== undefined && base[1].type !== definition.type;
}

function optionsOf(definition: FieldDefinition, hasOptions: boolean): ReadonlyMap<string, FieldOption> {
  const { default: declared } = definition;
  const isMap = hasOptions && typeof declared === 'object' && declared !== null && !Array.isArray(declared);
  return new Map(isMap ? Object.entries(declared as Record<string, FieldOption>) : []);
}
