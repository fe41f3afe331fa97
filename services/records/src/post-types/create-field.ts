import type { FieldDefinition, FieldOption } from '@svc/contracts';
import { fieldTypes, type Field } from '../fields/index.ts';

const keyForm = /^[A-Za-z_][\w-]*$/;

/** A field from its declaration; none, and a line in `problems`, when the declaration is wrong. */
export function createField(options: {
  postType: string;
  key: string;
  definition: FieldDefinition;
  problems: string[];
}): Field[] {
  const { postType, key, definition, problems } = options;
  const where = `  ${postType}.${key}`;
  const type = fieldTypes.get(definition.type);
  if (!type) {
    problems.push(
      `${where}: the field type "${definition.type}" is not known; known: ${[...fieldTypes.keys()].join(', ')}`,
    );
    return [];
  }
  if (!keyForm.test(key))
    problems.push(`${where}: a field key is letters, digits, "_" and "-", and starts with no digit`);
  const declared = type.declaration?.safeParse(definition);
  for (const issue of declared?.error?.issues ?? []) {
    problems.push(`${where}: ${issue.path.join('.')} ${issue.message}`);
  }
  return [{ postType, key, definition, type, options: optionsOf(definition, Boolean(type.declaration)) }];
}

function optionsOf(definition: FieldDefinition, hasOptions: boolean): ReadonlyMap<string, FieldOption> {
  const { default: declared } = definition;
  const isMap = hasOptions && typeof declared === 'object' && declared !== null && !Array.isArray(declared);
  return new Map(isMap ? Object.entries(declared as Record<string, FieldOption>) : []);
}
