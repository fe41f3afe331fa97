import { say } from '@svc/contracts';
import type { PostType } from '../post-types/post-type.ts';
import type { FieldChange, NamedProblem } from './parse-request.ts';

/** The required fields that a new record would be without, except those with a problem already. */
export function missingFields(
  postType: PostType,
  changes: readonly FieldChange[],
  problems: readonly NamedProblem[],
): NamedProblem[] {
  const given = new Set([...changes.filter(hasValue).map(({ field }) => field.key), ...refused(problems)]);
  return [...postType.fields.values()]
    .filter(({ key, definition }) => definition.required && !given.has(key))
    .map(({ key }) => ({ field: key, message: say`${key} is required` }));
}

function hasValue({ field, change }: FieldChange): boolean {
  const value = field.type.apply(undefined, change, field);
  return value !== undefined && value !== '';
}

function refused(problems: readonly NamedProblem[]): string[] {
  return problems.map(({ field }) => field);
}
