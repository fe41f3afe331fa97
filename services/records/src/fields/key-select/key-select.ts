import { msg, asMessage } from '@svc/contracts';
import { valueDeleted } from '../../model/activity-row.ts';
import type { DeclaredField } from '../../model/field-type/declared-field.ts';
import type { FieldType } from '../../model/field-type/field-type.ts';
import { problem, shown } from '../../model/field-type/problem.ts';
import { optionFilter } from '../shared/membership-filter.ts';
import { isOption, optionLabel, optionList, optionPlace, optionsDeclaration } from '../shared/options.ts';
import { maxLineLength, textProblem } from '../shared/plain-text.ts';
import { singleValue } from '../shared/single-value.ts';
import { singleValueRow } from '../shared/value-rows.ts';
import { isOn, valuesOf } from '../shared/values-write.ts';

/** Sort key of undeclared options and unset fields: after all options (docs/reference/list-query.md#order). */
const lastPlace = 1_000_000;

/** One of the declared options, written and stored as its key. "" and null unset. */
export const keySelect: FieldType<string, string | null> = {
  name: 'key_select',
  storedAs: 'string',
  declaration: optionsDeclaration,
  hasOptions: true,
  attributes: ['is_path'],

  write: {
    ...singleValue.write,
    parse(input, field) {
      const key = singleOf(input);
      if (key === null || key === '') return { change: null };
      if (typeof key !== 'string') {
        return problem(msg`key_select value must in string format: ${field.key}, received ${shown(input)}`);
      }
      const wrong = isOption(key, field)
        ? textProblem(key, maxLineLength)
        : msg`must be one of ${optionList(field)}`;
      if (wrong === undefined) return { change: key.toWellFormed() };
      return problem(msg`key_select value ${asMessage(wrong)}: ${field.key}, received ${shown(key)}`);
    },
  },

  read: {
    shape: (stored, field) =>
      stored === undefined ? undefined : { key: stored, label: optionLabel(stored, field) },
  },

  query: {
    ...singleValue.query,
    filter: (operand, field) => optionFilter(operand, field, { noneIsUnset: true }),
    filterTerms: (stored) => [stored],
    contains: (pattern, path) => ({ [path]: pattern }),
    sortKey: (stored, field) => optionPlace(stored, field) ?? lastPlace,
    sortKeyWhenUnset: () => lastPlace,
    buckets: {
      groups: 'values',
      show: (value: string, field) => ({ value, label: optionLabel(value, field) }),
    },
    offersValues: true,
  },

  history: {
    activity: (before, after, field) =>
      optionSteps(before, after, field).map(([from, to]) =>
        singleValueRow(field, rowText(from, field), rowText(to, field)),
      ),
    note(row, field) {
      const { name } = field.definition;
      const label = row.metaValue === valueDeleted ? '' : optionLabel(row.metaValue, field).trimEnd();
      return label === '' ? msg`${name}:` : msg`${name}: ${label}`;
    },
  },

  exchange: singleValue.exchange,
};

/** The one value of a write; some clients send it as a set of values. */
export function singleOf(input: unknown): unknown {
  const write = valuesOf(input);
  if (!write) return input;
  const kept = write.values.filter((entry) => !isOn((entry as { delete?: unknown } | null)?.delete));
  if (kept.length > 1) return input;
  return kept.length === 0 ? null : (kept[0] as { value?: unknown } | null)?.value;
}

/** A change from one option to another; undefined is unset. */
export type OptionStep = readonly [from: string | undefined, to: string | undefined];

/** The changes recorded in the history for one change: where the options are a path, every step forward. */
export function optionSteps(
  before: string | undefined,
  after: string | undefined,
  field: Pick<DeclaredField, 'definition' | 'options'>,
): readonly OptionStep[] {
  const options = [...field.options.keys()];
  const start = options.indexOf(before ?? '');
  const end = options.indexOf(after ?? '');
  const isWay = field.definition.is_path === true && start !== -1 && end > start;
  if (!isWay) return [[before, after]];
  return options.slice(start + 1, end + 1).map((option, index) => [options[start + index], option]);
}

function rowText(key: string | undefined, field: DeclaredField) {
  return key === undefined ? undefined : { raw: key, label: optionLabel(key, field) };
}
