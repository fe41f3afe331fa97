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
  const shown = type.read.shownDefault?.(definition.default) ?? definition.default;
  if (type.hasOptions || type.write.readOnly || isUnset(shown)) return undefined;
  const parsed = type.write.parse(shown, { ...field, definition: unbounded });
  return 'problem' in parsed ? inEnglish(parsed.problem.message) : undefined;
}
