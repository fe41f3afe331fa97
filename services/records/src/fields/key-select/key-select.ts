import { msg, asMessage } from '@svc/contracts';
import { valueDeleted } from '../../model/activity-row.ts';
import { problem, shown, type Field, type FieldType } from '../../model/field.ts';
import { keepSingle } from '../shared/keep-single.ts';
import { optionFilter } from '../shared/option-filter.ts';
import { optionSteps } from './option-steps.ts';
import { isOption, optionLabel, optionList, optionPlace, optionsDeclaration } from '../shared/options.ts';
import { maxLineLength, textProblem } from '../shared/plain-text.ts';
import { singleValueRow } from '../shared/value-rows.ts';
import { isOn, valuesOf } from '../shared/values-write.ts';
import { sameValue } from '../shared/same-value.ts';
import { singleTransfer } from '../../model/field-transfer.ts';

/** Sort key of undeclared options and unset fields: after all options (docs/list-query.md#order). */
const lastPlace = 1_000_000;

/** One of the declared options, written and stored as its key. "" and null unset. */
export const keySelect: FieldType<string, string | null> = {
  name: 'key_select',
  declaration: optionsDeclaration,

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
  apply: (_before, change) => change ?? undefined,
  keepExisting: (before, change) => keepSingle(before, change),
  sameAs: (change, _field, path) => sameValue(change, path),

  read: (stored, field) =>
    stored === undefined ? undefined : { key: stored, label: optionLabel(stored, field) },
  filter: (operand, field) => optionFilter(operand, field, { noneIsUnset: true }),
  contains: (pattern, path) => ({ [path]: pattern }),
  filterTerms: (stored) => [stored],
  sortKey: (stored, field) => optionPlace(stored, field) ?? lastPlace,
  sortKeyWhenUnset: () => lastPlace,
  offersValues: true,
  buckets: { show: (value: string, field) => ({ value, label: optionLabel(value, field) }) },

  transfer: singleTransfer,

  delta: (before, after) => ({ before: before ?? null, after: after ?? null }),
  activity: (before, after, field) =>
    optionSteps(before, after, field).map(([from, to]) =>
      singleValueRow(field, rowText(from, field), rowText(to, field), true),
    ),
  note(row, field) {
    const { name } = field.definition;
    const label = row.metaValue === valueDeleted ? '' : optionLabel(row.metaValue, field).trimEnd();
    return label === '' ? msg`${name}:` : msg`${name}: ${label}`;
  },
};

/** The one value of a write; some clients send it as a set of values. */
export function singleOf(input: unknown): unknown {
  const write = valuesOf(input);
  if (!write) return input;
  const kept = write.values.filter((entry) => !isOn((entry as { delete?: unknown } | null)?.delete));
  if (kept.length > 1) return input;
  return kept.length === 0 ? null : (kept[0] as { value?: unknown } | null)?.value;
}

function rowText(key: string | undefined, field: Field) {
  return key === undefined ? undefined : { raw: key, label: optionLabel(key, field) };
}
