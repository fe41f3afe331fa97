import { inEnglish } from '@svc/contracts';
import type { Field } from '../model/field.ts';

/** Values that stand for no default, whatever the type. */
function isUnset(value: unknown): boolean {
  return (
    value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
  );
}

/** Why a declared default is no value of the field's type; undefined if it is one. Bounds do not count: 0 may mean that nothing is known. */
export function defaultProblem(field: Field): string | undefined {
  const { type, definition } = field;
  const { min_option: _min, max_option: _max, ...unbounded } = definition;
  if (type.hasOptions || type.readOnly || isUnset(definition.default)) return undefined;
  const parsed = type.parse(definition.default, { ...field, definition: unbounded });
  return 'problem' in parsed ? inEnglish(parsed.problem.message) : undefined;
}
