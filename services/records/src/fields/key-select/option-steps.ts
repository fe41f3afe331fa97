import type { Field } from '../../model/field.ts';

/** A change from one option to another; undefined is unset. */
export type OptionStep = readonly [from: string | undefined, to: string | undefined];

/** The changes recorded in the history for one change: where the options are a path, every step forward. */
export function optionSteps(
  before: string | undefined,
  after: string | undefined,
  field: Pick<Field, 'definition' | 'options'>,
): readonly OptionStep[] {
  const options = [...field.options.keys()];
  const start = options.indexOf(before ?? '');
  const end = options.indexOf(after ?? '');
  const isWay = field.definition.is_path === true && start !== -1 && end > start;
  if (!isWay) return [[before, after]];
  return options.slice(start + 1, end + 1).map((option, index) => [options[start + index], option]);
}
